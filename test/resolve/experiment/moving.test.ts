import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ResolvedParts } from '../../../src/resolve/experiment/resolve-parts.js'
import { git, makeRepository } from '../../process/git-trees.js'
import { makeFolder } from '../../process/programs.js'
import { GOLD, type RequestChanges, resolve, variant } from './support.js'

const files = {
  'samples/a.yaml': JSON.stringify({
    requires: { tools: ['node'] },
    samples: [
      { sample_id: 'a', prompt: 'x', cwd: '../work', allowedTools: ['Read'] },
      { sample_id: 'b', prompt: 'y', mocks: [{ tool: 'Read', return_file: '../data.txt' }] },
    ],
  }),
  'data.txt': 'data',
  'work/a.txt': 'a',
  'other/b.txt': 'b',
  'gold/g.yaml': GOLD,
  'mcp.json': '{"mcpServers":{}}',
  'skills/v1.md': 'first',
  'skills/deep/SKILL.md': 'deep',
  'bin/agent': '#!/bin/sh\n',
}

interface Spelling {
  readonly prefix: string
  readonly order?: 'reversed'
}

function changes({ prefix, order }: Spelling): RequestChanges {
  const variants = [
    variant('control', 'git:v1'),
    variant('deep', `${prefix}skills/deep`, { workspaceLocator: `${prefix}other` }),
    variant('file', `${prefix}skills/v1.md`),
  ]
  return {
    variants: order === 'reversed' ? variants.reverse() : variants,
    locators: {
      samples: `${prefix}samples`,
      skillDirectory: `${prefix}skills`,
      gold: `${prefix}gold`,
      mcpConfig: `${prefix}mcp.json`,
    },
    targetRuntime: {
      executorId: 'command',
      executorCommand: { command: [`${prefix || './'}bin/agent`, `${prefix}data.txt`], protocol: 'v1' },
    },
    baselineIsolation: 'relaxed',
  }
}

/** Everything but where things lie and where they came from. */
function essence({ hostResources, orchestration, ...rest }: ResolvedParts) {
  const { dependencyRequirements = [], ...others } = orchestration
  return {
    ...rest,
    orchestration: others,
    requirements: dependencyRequirements.map(({ requires }) => requires),
    resources: hostResources.resources.map(({ resourceKind, descriptor, verification }) => ({
      resourceKind,
      descriptor,
      verification,
    })),
  }
}

test('another folder, another spelling of paths and another order leave everything equal but locators and lineage', async () => {
  const project = makeRepository(files)
  git(project, 'update-index', '--chmod=+x', 'bin/agent')
  git(project, 'commit', '-qm', 'x')
  git(project, 'checkout', '-q', '.')
  const moved = join(makeFolder(), 'elsewhere')
  cpSync(project, moved, { recursive: true, mode: 0 })
  const link = join(makeFolder(), 'link')
  symlinkSync(project, link)
  const first = await resolve(project, changes({ prefix: './' }))
  const others = await Promise.all([
    resolve(moved, changes({ prefix: '' })),
    resolve(project, changes({ prefix: `${project}/` })),
    resolve(project, changes({ prefix: './skills/../', order: 'reversed' })),
    resolve(link, changes({ prefix: `${link}/work/.././` })),
  ])
  for (const other of others) expect(essence(other)).toEqual(essence(first))
  expect(first.hostResources).not.toEqual(others[0]?.hostResources)
})

test('nothing outside host resources and requirements holds a path', async () => {
  const project = makeRepository(files)
  git(project, 'update-index', '--chmod=+x', 'bin/agent')
  git(project, 'commit', '-qm', 'x')
  git(project, 'checkout', '-q', '.')
  const { samples, targets } = await resolve(project, changes({ prefix: `${project}/` }))
  expect(JSON.stringify([samples, targets])).not.toContain(project)
})
