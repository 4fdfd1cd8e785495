/** A broken rule and the place of it; `line` is 1-based, or 0 for a fault of the whole tree. */
export interface HouseFault {
  file: string
  line: number
  rule: string
  message: string
}

/** Checks the tree under `root`; returns the number of files read and the faults in the order of files and lines. */
export function checkTree(root: string): Promise<{ files: number; faults: HouseFault[] }>
