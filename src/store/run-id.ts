// The name of a run: when it started and something random.

/** What a run id looks like. */
export const RUN_ID_PATTERN = /^\d{8}_\d{6}_[0-9a-f]{8}$/

/** `YYYYMMDD_HHMMSS_<8 hex>` in UTC, from the first four of the `random` bytes. */
export function makeRunId(now: Date, random: Uint8Array): string {
  const [date = '', time = ''] = now.toISOString().replace(/[-:]/g, '').split('T')
  const hex = Array.from(random.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${date}_${time.slice(0, 6)}_${hex}`
}
