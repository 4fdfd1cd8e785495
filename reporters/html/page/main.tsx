// Starts the page: reads its document and takes the place of the plain part.
import { render } from 'preact'
import type { PageDocument } from '../page-document.js'
import { App } from './app.js'
import './styles/colours.css'
import './styles/page.css'
import './styles/verdict.css'
import './styles/checks.css'
import './styles/detail.css'
import './styles/figures.css'

const place = document.getElementById('page')
const embedded = document.getElementById('report')?.textContent
if (place && embedded) {
  const report: PageDocument = JSON.parse(embedded)
  place.replaceChildren()
  render(<App report={report} />, place)
}
