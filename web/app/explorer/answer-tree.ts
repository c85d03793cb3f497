import { element } from '../element.ts'
import { isBranch } from '../json-text.ts'
import { numberText } from '../language/counted.ts'
import { explorerTexts } from './explorer-texts.ts'

/** Children that are added at a time. */
const STEP_CHILDREN = 100
/** A value with at most so many children is open from the beginning, down to {@link OPEN_LEVELS}. */
const OPEN_CHILDREN = 20
const OPEN_LEVELS = 2

/** A JSON value as a tree, whose branches are drawn when they are first opened. */
export function answerTree(value: unknown): HTMLElement {
  const tree = element('div', { className: 'answer-tree', tabIndex: 0 }, childrenOf(value, 1))
  tree.setAttribute('role', 'group')
  tree.ariaLabel = explorerTexts.asTree
  return tree
}

function childrenOf(value: unknown, level: number): HTMLElement[] {
  const entries = entriesOf(value)
  const list = element('ul')
  const more = element('button', { type: 'button' })
  const addItems = () => {
    const from = list.children.length
    const next = entries.slice(from, from + STEP_CHILDREN)
    list.append(...next.map(([key, child]) => element('li', {}, [branch(key, child, level)])))
    const left = entries.length - list.children.length
    more.hidden = left === 0
    more.textContent = explorerTexts.moreLeft(numberText(left))
  }
  more.addEventListener('click', addItems)
  addItems()
  return [list, more]
}

function branch(key: string, value: unknown, level: number): HTMLElement {
  const name = element('span', { className: 'tree-key', textContent: `${key}: ` })
  const entries = entriesOf(value)
  if (entries.length === 0) {
    return element('p', {}, [name, element('span', { textContent: JSON.stringify(value) ?? 'undefined' })])
  }
  const count = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`
  const details = element('details', {}, [
    element('summary', {}, [name, element('span', { className: 'muted', textContent: count })]),
  ])
  const fill = () => {
    if (details.children.length === 1) details.append(...childrenOf(value, level + 1))
  }
  details.addEventListener('toggle', fill)
  if (level <= OPEN_LEVELS && entries.length <= OPEN_CHILDREN) {
    fill()
    details.open = true
  }
  return details
}

function entriesOf(value: unknown): [string, unknown][] {
  return isBranch(value) ? Object.entries(value) : []
}
