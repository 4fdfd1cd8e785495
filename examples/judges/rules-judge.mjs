// A judge that follows rules. It is no model and knows nothing: it reads a prompt from standard input, looks for rules in
// its instructions, applies them to the evidence, and prints a verdict. A rule is a line such as
//   contains: "within 14 days"      lacks: "guarantee"      at most: 60 words
// Without a rule it says that it cannot tell, as an agent might, and that is no verdict.
let prompt = ''
for await (const chunk of process.stdin.setEncoding('utf8')) prompt += chunk

const instructions = /^# Instructions\n([\s\S]*?)(?=^# Evidence$|(?![\s\S]))/m.exec(prompt)?.[1] ?? ''
// Evidence stands last: the text between the first fence and the last one.
const evidence = /^# Evidence$[\s\S]*?^(`{3,})\n([\s\S]*)^\1$/m.exec(prompt)?.[2] ?? ''
const text = evidence.replace(/\s+/g, ' ')

const rules = [
  ...found(/^contains: "(.+)"$/gm, (words) => (text.includes(words) ? null : `it does not say "${words}"`)),
  ...found(/^lacks: "(.+)"$/gm, (words) => (text.includes(words) ? `it says "${words}"` : null)),
  ...found(/^at most: (\d+) words$/gm, (most) => {
    const words = text.trim().split(' ').length
    return words <= Number(most) ? null : `it has ${words} words, and ${most} are the most`
  }),
]

if (rules.length === 0) {
  console.log('I follow rules, and these instructions hold none. I cannot tell.')
} else {
  const broken = rules.filter((fault) => fault !== null)
  const reason = broken.length === 0 ? `all rules hold: ${rules.length}` : broken.join('; ')
  console.log(JSON.stringify({ score: broken.length === 0 ? 1 : 0, reason }))
}

function found(pattern, apply) {
  return Array.from(instructions.matchAll(pattern), ([, value]) => apply(value))
}
