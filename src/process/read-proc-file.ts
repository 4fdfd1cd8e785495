// Reads files of `/proc`. They say that they hold nothing, so that Node's own reading allocates 64 KiB for each of them: with a
// hundred processes that is most of what looking at them costs.
import { closeSync, openSync, readSync } from 'node:fs'

let buffer = Buffer.allocUnsafe(64 * 1024)

/**
 * The whole content of a file. The bytes hold until the next call, which overwrites them.
 * @throws the system's error, such as `ENOENT` or `ESRCH` for a process that is gone
 */
export function readProcFile(file: string): Buffer {
  const descriptor = openSync(file, 'r')
  try {
    let length = 0
    for (;;) {
      const count = readSync(descriptor, buffer, length, buffer.length - length, null)
      if (count === 0) return buffer.subarray(0, length)
      length += count
      if (length === buffer.length) buffer = Buffer.concat([buffer], 2 * buffer.length)
    }
  } finally {
    closeSync(descriptor)
  }
}
