// Rules on the text of a file: JSDoc before each export, and nothing hidden in a pure stage.
import ts from 'typescript'

const pure =
  /^src\/(?:parse|compile|analyze|decide|contracts|semantics|statistics|resolve\/experiment\/measurement)\//

/** Reads of the world that make a result depend on when or where it was computed. */
const impureReads = new Set([
  'Date.now',
  'Math.random',
  'performance.now',
  'crypto.randomUUID',
  'crypto.getRandomValues',
])

/** Checks the sources' syntax trees; returns `{ file, line, rule, message }` per fault. */
export function checkSources(sources) {
  return sources.flatMap(({ file, text }) => {
    const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true)
    const found = [...undocumentedExports(tree), ...(pure.test(file) ? hiddenReads(tree) : [])]
    return found.map(({ node, rule, message }) => {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree))
      return { file, line: line + 1, rule, message }
    })
  })
}

// Every exported function, class, const, interface, type and enum carries a JSDoc block; overloads share the first.
function undocumentedExports(tree) {
  const listed = new Set(
    tree.statements
      .filter((node) => ts.isExportDeclaration(node) && !node.moduleSpecifier && node.exportClause)
      .flatMap((node) => (ts.isNamedExports(node.exportClause) ? [...node.exportClause.elements] : []))
      .map((element) => (element.propertyName ?? element.name).text),
  )
  const seen = new Set()
  return tree.statements.flatMap((node) => {
    const names = declaredNames(node)
    const exported = ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(isExport)
    if (!names || !(exported || names.some((name) => listed.has(name)))) return []
    const overload = ts.isFunctionDeclaration(node) && names.every((name) => seen.has(name))
    if (ts.isFunctionDeclaration(node)) for (const name of names) seen.add(name)
    if (overload || ts.getJSDocCommentsAndTags(node).length > 0) return []
    return [{ node, rule: 'jsdoc', message: `export ${names.join(', ')} has no JSDoc block` }]
  })
}

function isExport(modifier) {
  return modifier.kind === ts.SyntaxKind.ExportKeyword
}

function declaredNames(node) {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.map(({ name }) => name.getText())
  }
  const declares =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node)
  if (declares) return [node.name?.text ?? 'default']
  return ts.isExportAssignment(node) ? ['default'] : undefined
}

// Pure stages read no environment, clock, randomness or network. Works on the tree: comments and strings are free.
function hiddenReads(tree) {
  const found = []
  const report = (node, rule, what) =>
    found.push({ node, rule, message: `${what} in a pure stage: take the value as an argument` })
  const visit = (node) => {
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
      const owner = lastName(node.expression)
      const member = ts.isPropertyAccessExpression(node)
        ? node.name.text
        : ts.isStringLiteral(node.argumentExpression) && node.argumentExpression.text
      if (impureReads.has(`${owner}.${member}`)) report(node, 'pure-no-clock', `${owner}.${member}`)
      if (ts.isIdentifier(node.expression) && owner === 'process') report(node, 'pure-no-env', 'process')
      if (owner === 'globalThis' && member === 'process') report(node, 'pure-no-env', 'process')
    }
    if (ts.isVariableDeclaration(node) && node.initializer && lastName(node.initializer) === 'process') {
      if (ts.isObjectBindingPattern(node.name)) report(node, 'pure-no-env', 'process')
    }
    if (ts.isNewExpression(node) && lastName(node.expression) === 'Date' && !node.arguments?.length) {
      report(node, 'pure-no-clock', 'new Date()')
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      if (node.expression.text === 'Date') report(node, 'pure-no-clock', 'Date()')
      if (node.expression.text === 'fetch') report(node, 'pure-no-network', 'fetch()')
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function lastName(expression) {
  if (ts.isIdentifier(expression)) return expression.text
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined
}
