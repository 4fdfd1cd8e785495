// The custom pool: check files are executed in the main process, without a worker to start or data to serialise.
import { EventEmitter } from 'node:events'
import type {
  PoolOptions,
  PoolRunnerInitializer,
  PoolWorker,
  TestProject,
  WorkerRequest,
  WorkerResponse,
} from 'vitest/node'
import { failureOfError } from './failures.js'
import type { Host } from './host.js'
import { cancelRun } from './interruption.js'
import { runModules } from './modules.js'
import { POOL_NAME } from './tasks.js'

type WorkerContext = Extract<WorkerRequest, { type: 'run' }>['context']

/** The pool for `test.pool`. */
export function evalPool(host: Host): PoolRunnerInitializer {
  return { name: POOL_NAME, createPoolWorker: (options) => new EvalPoolWorker(options, host) }
}

/** Answers Vitest's worker protocol from within the main process. One message may carry one or many files. */
class EvalPoolWorker implements PoolWorker {
  readonly name = POOL_NAME
  readonly cacheFs = false
  readonly reportMemory = false
  readonly #project: TestProject
  readonly #host: Host
  readonly #events = new EventEmitter()
  readonly #cancel = new AbortController()
  #work: Promise<void> = Promise.resolve()

  constructor(options: PoolOptions, host: Host) {
    this.#project = options.project
    this.#host = host
  }

  on(event: string, callback: (message: unknown) => void): void {
    this.#events.on(event, callback)
  }

  off(event: string, callback: (message: unknown) => void): void {
    this.#events.off(event, callback)
  }

  deserialize(data: unknown): unknown {
    return data
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {
    this.#cancel.abort()
    await this.#work
  }

  canReuse(): boolean {
    return true
  }

  send(message: WorkerRequest): void {
    // Everything else on this channel is remote procedure traffic; only its cancel event concerns us.
    if (message?.__vitest_worker_request__ !== true) {
      if (isCancelEvent(message)) this.#cancel.abort()
      return
    }
    switch (message.type) {
      case 'start':
        this.#answer({ type: 'started' })
        return
      case 'cancel':
        this.#cancel.abort()
        return
      case 'stop':
        this.#cancel.abort()
        void this.#work.finally(() => this.#answer({ type: 'stopped' }))
        return
      case 'run':
      case 'collect':
        this.#work = this.#execute(message.type, message.context)
    }
  }

  async #execute(method: 'run' | 'collect', context: WorkerContext): Promise<void> {
    try {
      this.#cancelAgain()
      await runModules({
        host: this.#host,
        project: this.#project,
        method,
        context,
        signal: this.#cancel.signal,
      })
      this.#answer({ type: 'testfileFinished' })
    } catch (error) {
      this.#answer({
        type: 'testfileFinished',
        error: failureOfError(error, context.files[0]?.filepath ?? ''),
      })
    }
  }

  /** Ctrl-C came before Vitest ran anything, and was forgotten. */
  #cancelAgain(): void {
    const { session, vitest } = this.#host
    if (!session || 'failure' in session || !session.request.interrupted.aborted) return
    this.#cancel.abort()
    cancelRun(vitest)
  }

  #answer(response: ResponseBody): void {
    queueMicrotask(() => this.#events.emit('message', { __vitest_worker_response__: true, ...response }))
  }
}

type ResponseBody = {
  [Type in WorkerResponse['type']]: Omit<
    Extract<WorkerResponse, { type: Type }>,
    '__vitest_worker_response__'
  >
}[WorkerResponse['type']]

function isCancelEvent(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'm' in message && message.m === 'onCancel'
}
