// The picture of a bench: one bar per row, the ratio of wall time with its spread, beside the line of "as much time".

const WIDTH = 900
const LEFT = 470
const SCALE = (WIDTH - LEFT - 60) / 2
const ROW = 44
const TOP = 56

/** See the declaration. */
export function renderBench({ machine, rows }) {
  const height = TOP + rows.length * ROW + 30
  const one = LEFT + SCALE
  const label = `${rows.length} ratios of time`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="${label}">
<rect width="100%" height="100%" fill="#fff"/>
<text x="16" y="22" font-size="15" fill="#111">Wall time against what it is measured against (1: as much time)</text>
<text x="16" y="40" fill="#555">${escapeXml(`${machine.cores} cores, ${machine.cpu}, Node ${machine.node}`)}</text>
${rows.map((row, index) => renderRow(row, TOP + index * ROW)).join('\n')}
<line x1="${one}" x2="${one}" y1="${TOP - 6}" y2="${height - 24}" stroke="#c0392b" stroke-dasharray="4 3"/>
<text x="${one}" y="${height - 10}" text-anchor="middle" fill="#c0392b">1</text>
</svg>
`
}

function renderRow({ work, against, aim, n, wall }, top) {
  const end = at(wall.ratio)
  const middle = top + 12
  const more = wall.high > 2 ? '›' : ''
  return `<text x="${LEFT - 10}" y="${top + 12}" text-anchor="end" fill="#111">${escapeXml(cut(work))}</text>
<text x="${LEFT - 10}" y="${top + 27}" text-anchor="end" fill="#777">${escapeXml(cut(`${against}; n = ${n}, aim ${aim}`))}</text>
<rect x="${LEFT}" y="${top + 3}" width="${(end - LEFT).toFixed(1)}" height="18" fill="#2d7dd2"/>
<line x1="${at(wall.low).toFixed(1)}" x2="${at(wall.high).toFixed(1)}" y1="${middle}" y2="${middle}" stroke="#111" stroke-width="1.5"/>
<text x="${(at(Math.max(wall.high, wall.ratio)) + 6).toFixed(1)}" y="${middle + 4}" fill="#111">${wall.ratio.toFixed(2)}${more}</text>`
}

function at(ratio) {
  return LEFT + Math.min(Math.max(ratio, 0), 2) * SCALE
}

function cut(text) {
  return text.length > 72 ? `${text.slice(0, 71)}…` : text
}

function escapeXml(text) {
  return text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`)
}
