import { keepingAlive } from '../../host/keep-alive.ts'
import { bytesText } from '../amounts.ts'
import { call } from '../call.ts'
import { find } from '../find.ts'
import { frameTexts } from '../language/frame-texts.ts'
import { thisNode } from '../node/this-node.ts'
import { showProblem } from '../problem.ts'
import { contentTexts } from './content-texts.ts'
import { estimate } from './read-storage.ts'

export interface UsageView {
  /** Measures again if the list is open. */
  refresh(): Promise<void>
}

/**
 * Shows what uses the space. It is measured when the list is opened, because the node must read everything that
 * is pinned.
 */
export function usageView(section: HTMLElement): UsageView {
  const box = find(section, '#storage-usage', HTMLDetailsElement)
  const list = find(section, '#storage-parts', HTMLDListElement)
  const refresh = async () => {
    if (!box.open) return
    const parts = await keepingAlive(measure)
    list.replaceChildren(
      ...parts.flatMap(([name, sizeBytes]) => [
        textElement('dt', name),
        textElement('dd', bytesText(sizeBytes)),
      ]),
    )
  }
  box.addEventListener('toggle', () => void refresh().catch(showProblem))
  return { refresh }
}

const OTHER = contentTexts.otherUsage

async function measure(): Promise<readonly (readonly [name: string, sizeBytes: number])[]> {
  const isHere = (await thisNode()).kind === 'browser'
  const [{ Usage }, { usage = 0 }] = await Promise.all([
    call('repo/stat', { options: { usage: true } }),
    isHere ? estimate() : { usage: 0 },
  ])
  if (!Usage) throw new Error(contentTexts.earlierNode)
  const { Pinned, Files, Calendar, Ledger, Unpinned } = Usage
  const rest = usage - Pinned - Files - Calendar - Ledger - Unpinned
  return [
    [contentTexts.pinnedContent, Pinned],
    [contentTexts.files, Files],
    [contentTexts.unusedContent, Unpinned],
    [frameTexts.calendar, Calendar],
    [frameTexts.ledger, Ledger],
    ...(isHere ? [[OTHER, Math.max(0, rest)] as const] : []),
  ]
}

function textElement(name: 'dt' | 'dd', text: string): HTMLElement {
  const element = document.createElement(name)
  element.textContent = text
  return element
}
