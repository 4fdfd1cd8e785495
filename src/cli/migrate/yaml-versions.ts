// Plain scalars that YAML 1.1, which the original tool reads, and YAML 1.2 take for different things.

type Kind = 'string' | 'null' | 'boolean' | 'integer' | 'float' | 'timestamp'

/** What a plain scalar is; numbers with the base that their digits are read in. */
interface Reading {
  readonly kind: Kind
  readonly base?: number
}

const both: readonly (readonly [RegExp, Reading])[] = [
  [/^(?:~|null|Null|NULL|)$/, { kind: 'null' }],
  [/^(?:true|True|TRUE|false|False|FALSE)$/, { kind: 'boolean' }],
]

/** The rules of PyYAML's resolver, in its order. */
const version11: readonly (readonly [RegExp, Reading])[] = [
  ...both,
  [/^(?:yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF)$/, { kind: 'boolean' }],
  [
    /^(?:[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
    { kind: 'float' },
  ],
  [/^[-+]?0b[01_]+$/, { kind: 'integer', base: 2 }],
  [/^[-+]?0[0-7_]+$/, { kind: 'integer', base: 8 }],
  [/^[-+]?0x[0-9a-fA-F_]+$/, { kind: 'integer', base: 16 }],
  [/^[-+]?(?:0|[1-9][0-9]*)$/, { kind: 'integer', base: 10 }],
  [/^[-+]?[1-9][0-9_]*$/, { kind: 'integer', base: 0 }],
  [/^[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+$/, { kind: 'integer', base: 60 }],
  [
    /^[0-9]{4}-[0-9]{2}-[0-9]{2}$|^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?$/,
    { kind: 'timestamp' },
  ],
]

/** The rules of the core schema. */
const version12: readonly (readonly [RegExp, Reading])[] = [
  ...both,
  [/^0o[0-7]+$/, { kind: 'integer', base: 8 }],
  [/^0x[0-9a-fA-F]+$/, { kind: 'integer', base: 16 }],
  [/^[-+]?[0-9]+$/, { kind: 'integer', base: 10 }],
  [
    /^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
    { kind: 'float' },
  ],
]

/** True for a plain scalar that means one thing in YAML 1.1 and another in YAML 1.2. */
export function isReadDifferently(source: string): boolean {
  const [old, now] = [read(version11, source), read(version12, source)]
  return old.kind !== now.kind || old.base !== now.base
}

/** True for a plain scalar that YAML 1.1 reads as the integer 1. */
export function isOneIn11(source: string): boolean {
  const { kind, base } = read(version11, source)
  if (kind !== 'integer' || base === undefined) return false
  const digits = source
    .replace(/^\+/, '')
    .replaceAll('_', '')
    .replace(/^0[bx]/, '')
  return base !== 60 && Number.parseInt(digits, base === 0 ? 10 : base) === 1
}

function read(rules: typeof version11, source: string): Reading {
  return rules.find(([pattern]) => pattern.test(source))?.[1] ?? { kind: 'string' }
}
