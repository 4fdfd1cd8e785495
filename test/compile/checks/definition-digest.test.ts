// `check_definition_sha256` against bytes that are framed by hand.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkDefinitionSha256 } from '../../../src/compile/checks/definition-digest.js'
import type { FrozenFile } from '../../../src/contracts/check-type.js'
import { digestBytes } from '../../../src/contracts/digest.js'

const yaml = Buffer.from('id: greet\n')

test('a check without files covers its YAML bytes alone', () => {
  expect(checkDefinitionSha256(yaml, [])).toBe(framed(['definition.yaml', yaml]))
})

test('a referenced script enters under its role with its bytes', () => {
  const bytes = Buffer.from('print(1)\n')
  expect(checkDefinitionSha256(yaml, [frozen(bytes)])).toBe(
    framed(['definition.yaml', yaml], ['referenced-script', bytes]),
  )
})

test('a script that cannot be read enters as empty and unavailable, unlike an empty script', () => {
  const unavailable: FrozenFile = { ...place, bytes: null, cause: 'ENOENT' }
  const none = Buffer.alloc(0)
  const digest = checkDefinitionSha256(yaml, [unavailable])
  expect(digest).toBe(framed(['definition.yaml', yaml], ['referenced-script-unavailable', none]))
  expect(digest).not.toBe(checkDefinitionSha256(yaml, [frozen(none)]))
})

test('where the files lie does not enter', () => {
  const elsewhere = { ...frozen(yaml), path: 'other.py', absolutePath: '/other.py' }
  expect(checkDefinitionSha256(yaml, [elsewhere])).toBe(checkDefinitionSha256(yaml, [frozen(yaml)]))
})

const place = { role: 'referenced-script', path: 'greet.py', absolutePath: '/project/greet.py' }

function frozen(bytes: Uint8Array): FrozenFile {
  return { ...place, bytes, digest: digestBytes(bytes) }
}

function framed(...components: [name: string, content: Uint8Array][]): string {
  const hash = createHash('sha256').update('eval-banana/check-definition-sha256/v1\0')
  for (const [name, content] of components) {
    hash
      .update(lengthOf(Buffer.byteLength(name)))
      .update(name)
      .update(lengthOf(content.length))
      .update(content)
  }
  return `sha256:${hash.digest('hex')}`
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(length))
  return bytes
}
