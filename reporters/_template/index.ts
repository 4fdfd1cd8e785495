// Copy this folder to `reporters/<name>/` to add a reporter: `index.ts` exports one factory, `<name>Reporter`.
import type { RunReporter } from '../../src/contracts/reporter.js'

/**
 * A reporter that reports nothing. All three hooks are optional; a hook that throws fails the run, never a check.
 * Texts arrive stripped of terminal codes and redacted: escape them for your own format, and cut long ones.
 */
export function templateReporter(): RunReporter {
  return {
    name: 'template',
    // The run folder exists; no check has started. A watch session comes here again before each re-run.
    onRunStart(_run) {},
    // Checks end in any order, several may end before their reporters have been awaited.
    onCheckEnd(_result, _run) {},
    // Everything is known: `run.report` holds the results in plan order, `run.decision` says what they come to.
    onRunEnd(_run) {},
  }
}
