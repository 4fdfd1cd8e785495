import { defineConfig } from 'vitest/config'
import { evalChecks } from 'vitest-eval-checks'

export default defineConfig({
  plugins: [evalChecks()],
})
