// Python checks against two things that people do without this package: xargs, and a little runner of their own.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { measurePair } from './measure.mjs'
import { makePythonChecks, vitestProgram } from './projects.mjs'

/** The interpreter itself: a shim in front of it would make the other side slower than it is. */
export const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], {
  encoding: 'utf8',
}).trim()

const SERIAL_RUNNER = `import json, pathlib, subprocess, sys, time
results = []
for script in sorted(pathlib.Path("eval_checks").glob("*.py")):
    started = time.time()
    ended = subprocess.run([sys.executable, str(script), "context.json"], capture_output=True, text=True)
    results.append({
        "id": script.stem,
        "status": "passed" if ended.returncode == 0 else "failed",
        "exit_code": ended.returncode,
        "stdout": ended.stdout,
        "stderr": ended.stderr,
        "seconds": time.time() - started,
    })
passed = sum(result["status"] == "passed" for result in results)
out = pathlib.Path(".eval-banana")
out.mkdir(exist_ok=True)
(out / "report.json").write_text(json.dumps({"passed": passed, "total": len(results), "checks": results}))
print(f"{passed}/{len(results)} passed")
sys.exit(passed != len(results))
`

/** Rows for \`count\` checks that read JSON and assert. */
export function pythonRows({ count, n, keep, clean }) {
  const folder = keep(makePythonChecks(count, 2))
  writeFileSync(path.join(folder, 'serial.py'), SERIAL_RUNNER)
  const env = { ...process.env, EVAL_BANANA_PYTHON: python }
  const a = { command: process.execPath, args: [vitestProgram, 'run'], cwd: folder, env }
  const xargs = `ls eval_checks/*.py | xargs -P2 -I{} ${python} {} context.json`
  const between = () => clean(folder)
  const work = `${count} Python checks, two at once, all result files written`
  return [
    {
      work,
      against: 'xargs -P2 python3 on the same scripts',
      aim: '<= 0.30 (CPU 0.25)',
      ...measurePair({ a, b: { command: 'sh', args: ['-c', xargs], cwd: folder }, n, between }),
      note: '',
    },
    {
      work,
      against: 'a serial runner of 20 lines, subprocess.run for each',
      aim: '<= 0.125',
      ...measurePair({ a, b: { command: python, args: ['serial.py'], cwd: folder }, n, between }),
      note: '',
    },
  ]
}
