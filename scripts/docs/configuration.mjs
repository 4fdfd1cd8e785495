// The page about configuration keys, from their registry.
import { code, generated, page, table } from './markdown.mjs'

const digestParts = {
  yes: 'yes',
  no: 'no',
  kind: 'the kind of interpreter',
  names: 'names only',
  'but-environment-values': 'all but values of variables',
}

/** Writes the page. */
export function configurationPage({ configurationKeys, agentFields, judgeFields, describeType, camelCase }) {
  return page(
    generated,
    '# Configuration keys',
    'Every key of `.eval-banana/config.toml`. What wins over what is told in [configuration](../configuration.md); what holds in' +
      ' your project, and who set it, is shown by `eval-checks config --explain`.',
    table(
      ['key', 'value', 'default', 'meaning'],
      configurationKeys.map((key) => [code(key.path), describeType(key.type), defaultOf(key), key.help]),
    ),
    '## Where a key can be set',
    'An empty environment variable counts as not set. The last column says whether the value is part of the plan digest.',
    table(
      ['key', 'option of `evalChecks()`', 'flag', 'environment', 'in the plan digest'],
      configurationKeys.map(({ path, option, flag, environment, digest }) => [
        code(path),
        code(option),
        code(flag),
        code(environment),
        digestParts[digest],
      ]),
    ),
    '## Keys of `[agents.NAME]`',
    fieldTable(agentFields, describeType, camelCase),
    '## Keys of an entry of `harness.judges`',
    fieldTable(judgeFields, describeType, camelCase),
  )
}

function fieldTable(fields, describeType, camelCase) {
  return table(
    ['key', 'option', 'value', 'meaning'],
    fields.map(({ key, type, help, required }) => [
      code(key),
      code(camelCase(key)),
      required ? `${describeType(type)}, required` : describeType(type),
      help,
    ]),
  )
}

function defaultOf({ default: unset }) {
  if (unset.kind !== 'value') return unset.text
  return Array.isArray(unset.value) && unset.value.length > 0
    ? unset.value.map(code).join(' ')
    : code(JSON.stringify(unset.value))
}
