// Texts that are made to be slow to read, each of about a given length, and an ordinary JSON document to compare with.

const fill = (unit, length) => unit.repeat(Math.ceil(length / unit.length))
const verdict = '{"score": 1, "reason": "ok"}'

/** One text per way in which a reader may be slow. */
export function hostileTexts(length) {
  return {
    'open braces': fill('{', length),
    'braces and blanks': fill('{ ', length),
    'open brackets': fill('[', length),
    'brackets, then braces': fill('[', length / 2) + fill('{', length / 2),
    'objects in objects': fill('{"a":', length),
    'objects in objects, closed': nest('{"a":', '}', length),
    'arrays in arrays, closed': nest('[', ']', length),
    'arrays in arrays, half of them closed': `${fill('[', length / 2)}"x"${fill(']', length / 4)}${fill(',[', length / 4)}`,
    'closed arrays with content in open ones': fill('[[["x"]],', length),
    'arrays that end in prose': fill('[1,', length),
    'arrays in strings of arrays': fill('["[",[",[",', length),
    'one array, strings that open arrays': `["[",${fill('"[",', length)}`,
    'arrays of verdicts that never end': fill('[{"score":1},', length),
    verdicts: fill('{"score":1}', length),
    'verdicts of both kinds': fill('{"score":1}{"score":0,"reason":"x"}', length),
    'keys that are escaped': `{${fill('"\\u0073cor\\u0065":1,', length)}`,
    'one object of keys': `{${fill('"score":1,"reason":"",', length)}`,
    'broken verdicts': fill('{"score":x', length),
    'broken verdicts on lines': fill('{"score":x}\n', length),
    'verdicts and broken ones in turn': fill('{"score":1}{score:', length),
    'names without a colon': `{${fill('score ', length)}`,
    'a name and blanks': `{score${fill(' ', length)}`,
    'a name and quotes': `{score${fill('"', length)}`,
    'a name and backslashes': `{score${fill('\\', length)}`,
    quotes: fill('"', length),
    'a string that never ends': `{"${fill('a', length)}`,
    'strings that never end': fill('{"\n', length),
    backslashes: `{"${fill('\\', length)}`,
    digits: `{"score":${fill('1', length)}`,
    'blanks after a brace': `{${fill(' ', length)}`,
    'thinking without end': fill('<think>', length),
    'thinking without end, on lines': fill('<think>\n', length),
    'thinking that ends': fill('<think></think>', length),
    'blanks before thinking': fill(`x${' '.repeat(1000)}<think>`, length),
    'codes that never end': fill('\u001b[', length),
    'a code that never ends': `\u001b[${fill('0', length)}`,
    'links that never end': fill('\u001b]8;;', length),
    colours: fill('\u001b[31m', length),
    'eight-bit codes': fill('\u009d', length),
    'the prompt again and again': fill(hostilePrompt, length),
    'the prompt but for its last letter': fill(hostilePrompt.slice(0, -1), length),
    'the last letters of the prompt': fill('a', length),
    code: fill('function f(x) { if (x) { return [x, "y"] } }\n', length),
    'prose, then a verdict': `${fill('The set {a, b} is "closed" [1]. ', length)}\n${verdict}`,
    'a reason as long as the text': `{"score": 1, "reason": "${fill('because ', length)}"}`,
  }
}

/** A prompt whose end repeats one letter, as a judged file in it may. */
export const hostilePrompt = `${'Judge the project. '.repeat(20)}\n${'a'.repeat(100_000)}b`

/** An ordinary document. */
export function ordinaryDocument(length) {
  const record = {
    id: 12345,
    name: 'A record',
    tags: ['fast', 'critical'],
    done: true,
    share: 0.25,
    note: null,
  }
  const text = JSON.stringify(record)
  return `[${`${text},`.repeat(Math.floor(length / (text.length + 1)))}${text}]`
}

function nest(open, close, length) {
  const depth = Math.floor(length / (open.length + close.length))
  return `${open.repeat(depth)}${open === '[' ? '' : '0'}${close.repeat(depth)}`
}
