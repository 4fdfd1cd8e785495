// Appends results to the journal named by its argument until it is killed, and says after each which one is kept.
import { Journal } from '../../../src/store/journal.js'
import { makeResult } from '../../support/results.js'

const journal = Journal.open(process.argv[2] ?? '')
for (let i = 0; ; i++) {
  journal.append(makeResult(`check-${i}`, 'failed', { stdout: 'x'.repeat(4000) }))
  process.stdout.write(`${i}\n`)
}
