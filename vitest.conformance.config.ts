// Settings for the scripts that are run both ways, plainly and forked (`npm run test:conformance`).
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/conformance/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 60_000,
  },
})
