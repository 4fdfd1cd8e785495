interface Figures {
  readonly ratio: number
  readonly low: number
  readonly high: number
}

interface Bench {
  readonly machine: { readonly cores: number; readonly cpu: string; readonly node: string }
  readonly rows: readonly {
    readonly work: string
    readonly against: string
    readonly aim: string
    readonly n: number
    readonly wall: Figures
    readonly cpu: Figures
  }[]
}

/** An SVG: per row the ratio of wall time as a bar with its spread, from 0 to twice what it is measured against. */
export function renderBench(bench: Bench): string
