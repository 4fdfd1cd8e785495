// The contract of a check type plugin: `plugins/checks/<type>/` and every user's own check type have this shape.
import type { z } from 'zod'
import type { CheckDefinition } from './check-definition.js'
import type { CheckOutcome } from './check-result.js'
import type { Digest } from './digest.js'
import type { EvalChecksError } from './errors.js'
import type { JsonObject } from './json.js'
import type { Judging, JudgingSettings } from './judging.js'
import type { LaunchedProgram, LaunchedPython, ProgramRequest, PythonRequest } from './program.js'

/** Zod schemas of the fields that a check type adds to the common ones, by field name. */
export type FieldSchemas = Readonly<Record<string, z.ZodType>>

/** A fault that spans several fields, found after every single field was right. */
export interface CrossFieldFault {
  /** The key to point at; `script/script_path` style where several are meant. */
  readonly field: string
  /** The key whose position is shown; absent when no key is there to point at. */
  readonly at?: string
  readonly code: 'exclusive-fields' | 'missing-field' | 'invalid-value' | 'blank-script'
  readonly message: string
  readonly expected?: string
  readonly severity: 'error' | 'warning'
}

/** First of the four parts: what the file may say. Pure. */
export interface CheckTypeSchema {
  readonly fields: FieldSchemas
  /** Rules over several fields. */
  readonly crossCheck?: (fields: JsonObject) => readonly CrossFieldFault[]
}

/** A file that a check type wants frozen before the plan is sealed. */
export interface FileReference {
  /** Component name in `check_definition_sha256`, e.g. `referenced-script`. */
  readonly role: string
  /** Path as written. */
  readonly path: string
  /** Where a relative path starts. Default: the folder of the real YAML file. */
  readonly base?: 'check-file' | 'project-root'
  /** False: the bytes enter the plan as far as `compile` makes resources of them, but not `check_definition_sha256`. */
  readonly definesCheck?: false
}

/** A frozen file: its bytes were read once and digested. Missing files have a cause instead of bytes. */
export type FrozenFile =
  | {
      readonly role: string
      readonly path: string
      readonly absolutePath: string
      readonly bytes: Uint8Array
      readonly digest: Digest
    }
  | {
      readonly role: string
      readonly path: string
      readonly absolutePath: string
      readonly bytes: null
      readonly cause: string
    }

/** A resource that execution reads by digest, never by its path alone. */
export interface CompiledResource {
  /** Role within the check, unique there, e.g. `script`. */
  readonly role: string
  readonly bytes: Uint8Array
  readonly mediaType: string
}

/** What `compile` makes of one check: its sealed configuration and the bytes that execution needs. */
export interface CompiledCheck {
  /** Enters the plan and its digest: no absolute path, no time, no found version. */
  readonly config: JsonObject
  readonly resources: readonly CompiledResource[]
  /** What kind of program judges, e.g. `python` or `node`; never which one was found. */
  readonly runtimeKind: string
}

/** Second part: from definition and frozen files to sealed configuration. Pure. */
export interface CheckTypeCompile {
  /** Files to freeze. */
  readonly references: (definition: CheckDefinition) => readonly FileReference[]
  readonly compile: (
    definition: CheckDefinition,
    files: readonly FrozenFile[],
    settings: JudgingSettings,
  ) => CompiledCheck
}

/** What a run offers to every check; all paths absolute. */
export interface RunSurroundings {
  readonly projectRoot: string
  /** Environment for programs: that of the process before Vitest added its own variables. */
  readonly environment: Readonly<Record<string, string>>
  /** The Python interpreter that was found, or why there is none. */
  readonly python: PythonInterpreter | EvalChecksError
  /** Starts a program in its own process group, watched until it is gone. */
  readonly launch: (request: ProgramRequest) => Promise<LaunchedProgram>
  /** Runs a Python script in the same way, forked from a warm interpreter where nothing can tell the difference. */
  readonly launchPython: (request: PythonRequest) => Promise<LaunchedPython>
  /** Asks agents, within the limits of the run. */
  readonly judging: Judging
}

/** A Python interpreter: a command and how it was found. */
export interface PythonInterpreter {
  readonly command: string
  readonly foundBy: 'configured' | 'virtual-environment' | 'path'
}

/** The chosen checks of one type that share a kind of program: what a preflight is asked about. */
export interface PreflightScope {
  /** See {@link CompiledCheck.runtimeKind}. */
  readonly runtimeKind: string
  /** {@link CompiledCheck.config} of each of these checks, at least one, in plan order. */
  readonly configs: readonly JsonObject[]
}

/**
 * Third part: asked once for each kind of program among the chosen checks of this type, before the first check runs.
 * Returns what stands in the way of all checks of that kind, or null.
 */
export type CheckTypePreflight = (
  surroundings: RunSurroundings,
  scope: PreflightScope,
) => Promise<EvalChecksError | null>

/** One check, ready to run. Everything that decides about it comes from the sealed plan. */
export interface CheckJob {
  readonly checkId: string
  /** `check_definition_sha256`. */
  readonly definitionSha256: Digest
  readonly description: string
  readonly type: string
  readonly timeoutSeconds: number | null
  /** From {@link CompiledCheck.config}. */
  readonly config: JsonObject
  /** Absolute path of the real YAML file. */
  readonly sourcePath: string
  /** Bytes of a compiled resource, verified against the digest in the plan just before they are handed out. */
  readonly readResource: (role: string) => Uint8Array
  /** Absolute path of a referenced file by the role of its {@link FileReference}; null when there is none. */
  readonly originalPath: (role: string) => string | null
  readonly files: JobFiles
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal
  /** To be told which files of the project, absolute, this run of the check has read; absent: nobody wants to know. */
  readonly onReads?: (files: readonly string[]) => void
}

/** Where a job may write; all absolute. */
export interface JobFiles {
  /** `checks/<stem>/`: evidence of this check. Created by a check type that offers it. */
  readonly evidenceFolder: string
  readonly stdoutFile: string
  readonly stderrFile: string
  /** `checks/<stem>.<name>`, for one more file of this check. */
  readonly fileNamed: (name: string) => string
  /** A folder of this job alone, mode 0700, outside the project, removed after the job; created by {@link makePrivateFolder}. */
  readonly makePrivateFolder: () => Promise<string>
}

/** Fourth part: runs one check. Must not throw for anything that the check or its program did. */
export type CheckTypeRun = (job: CheckJob, surroundings: RunSurroundings) => Promise<CheckOutcome>

/** A check type. */
export interface CheckType {
  /** The value of `type:` in a check file. */
  readonly type: string
  /** Version of the type's behaviour; part of the plan. */
  readonly version: string
  /** `import.meta.url` of the plugin's main module: the code beside it is digested into the plan. */
  readonly moduleUrl: string
  /**
   * Tables of the configuration on which results depend: watch mode runs the checks of this type again when one of them
   * changes. All of them when absent.
   */
  readonly configuration?: readonly ('harness' | 'agents')[]
  /** True: it asks agents through {@link RunSurroundings.judging}, and `harness.run` and `harness.max_parallel` apply. */
  readonly asksAgents?: true
  readonly schema: CheckTypeSchema
  readonly compile: CheckTypeCompile
  readonly preflight: CheckTypePreflight
  readonly run: CheckTypeRun
}
