// `provider_env`: variables for an agent whose values may name variables of ours, as `{env:NAME}`.

const PLACEHOLDER = /\{env:([^}]*)\}/g

type Environment = Readonly<Record<string, string>>

/** Puts values in the place of placeholders; a variable that is not set becomes the empty string. */
export function fillProviderEnv(providerEnv: Environment, base: Environment): Record<string, string> {
  const filled = Object.entries(providerEnv).map(([name, text]) => [
    name,
    text.replace(PLACEHOLDER, (_whole, variable: string) => base[variable] ?? ''),
  ])
  return Object.fromEntries(filled)
}

/** Variables that placeholders name and that are not set, each once. */
export function missingVariables(providerEnv: Environment, base: Environment): readonly string[] {
  const names = Object.values(providerEnv).flatMap((text) =>
    Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name),
  )
  return [...new Set(names)].filter((name) => base[name] === undefined)
}
