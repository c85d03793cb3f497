import { element } from '../element.ts'
import { numberText } from '../language/counted.ts'
import type { AnswerStructure } from './answer-structure.ts'
import { explorerTexts } from './explorer-texts.ts'

/** Rows that are added at a time. */
const STEP_ROWS = 100

/** Lines of objects as a table. */
export function answerTable({ columns, rows }: Extract<AnswerStructure, { kind: 'table' }>): HTMLElement {
  const body = element('tbody')
  const more = element('button', { type: 'button' })
  const addRows = () => {
    const from = body.rows.length
    body.append(...rows.slice(from, from + STEP_ROWS).map(rowOf))
    const left = rows.length - body.rows.length
    more.hidden = left === 0
    more.textContent = explorerTexts.moreLeft(numberText(left))
  }
  more.addEventListener('click', addRows)
  addRows()
  const head = columns.map((textContent) => element('th', { scope: 'col', textContent }))
  const table = element('table', {}, [
    element('caption', { className: 'quiet', textContent: explorerTexts.answer }),
    element('thead', {}, [element('tr', {}, head)]),
    body,
  ])
  const frame = element('div', { className: 'answer-table', tabIndex: 0 }, [table])
  frame.setAttribute('role', 'group')
  frame.ariaLabel = explorerTexts.asTable
  return element('div', { className: 'stack tight' }, [frame, more])
}

function rowOf(cells: readonly unknown[]): HTMLElement {
  return element(
    'tr',
    {},
    cells.map((cell) => element('td', { textContent: cellText(cell) })),
  )
}

function cellText(cell: unknown): string {
  if (cell === undefined) return ''
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}
