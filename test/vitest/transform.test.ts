// What Vite gets for a check file: its static view, or an error that points into it.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type TransformRequest, transformCheckFile } from '../../src/vitest/transform.js'
import { checkText, checkTypes, type ProjectFiles, writeProject } from '../support/projects.js'

function transform(root: string, changes: Partial<TransformRequest> = {}) {
  return transformCheckFile({
    code: '',
    id: join(root, 'eval_checks/a.yaml'),
    types: checkTypes(),
    folders: null,
    runtime: '/runtime.js',
    ...changes,
  })
}

const viteError = z.looseObject({
  name: z.string(),
  message: z.string(),
  id: z.string(),
  loc: z.object({ file: z.string(), line: z.number(), column: z.number() }),
  frame: z.string(),
})

async function errorOf(files: ProjectFiles): Promise<z.infer<typeof viteError>> {
  const root = writeProject(files)
  return transform(root).then(
    () => expect.fail('nothing was refused'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(Error)
      return viteError.parse(error)
    },
  )
}

describe('a good file', () => {
  test('becomes its view, whatever the query of its module is', async () => {
    const root = writeProject({ 'eval_checks/a.yaml': checkText('a') })
    const file = join(root, 'eval_checks/a.yaml')
    const code = checkText('a')
    const { view } = await transform(root, { code, id: `${file}?v=1&import` })
    expect(view.code).toContain('test("a", ')
    expect(view.map).toMatchObject({ sources: [file], sourcesContent: [code] })
  })

  test('that is on no disk is read from what Vite has of it', async () => {
    const { view } = await transform(writeProject({}), { code: checkText('virtual') })
    expect(view.code).toContain('test("virtual", ')
  })
})

describe('a broken file', () => {
  test('is an error at its first fault, with all faults in its message', async () => {
    const error = await errorOf({ 'eval_checks/a.yaml': 'schema_version: 1\nid: a\ntags: x\ncolour: red\n' })
    expect(error).toMatchObject({
      name: 'CheckFileError',
      id: expect.stringMatching(/a\.yaml$/),
      frame: expect.stringContaining('schema_version: 1'),
    })
    const { message, loc } = error
    const codes = [...message.matchAll(/^(\d+):(\d+) .*\[([a-z-]+)\]$/gm)].map(([, line, column, code]) => ({
      line: Number(line),
      column: Number(column),
      code,
    }))
    expect(codes.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['missing-field', 'wrong-type', 'unknown-field']),
    )
    expect(loc).toEqual({ file: error.id, line: codes[0]?.line, column: (codes[0]?.column ?? 0) - 1 })
  })

  test('has lines from 1 and columns from 0, as Vite counts', async () => {
    const error = await errorOf({ 'eval_checks/a.yaml': `\n  ${checkText('a', { colour: 'red' })}\n` })
    const column = `  ${checkText('a', { colour: 'red' })}`.indexOf('"colour"')
    expect(error).toMatchObject({ loc: { line: 2, column } })
  })

  test('is judged by its bytes, not by the text that Vite has decoded', async () => {
    const bytes = Buffer.concat([Buffer.from(checkText('a')), Buffer.from([0xff])])
    const root = writeProject({ 'eval_checks/a.yaml': bytes })
    await expect(transform(root, { code: checkText('a') })).rejects.toMatchObject({
      message: expect.stringContaining('[encoding]'),
    })
  })
})
