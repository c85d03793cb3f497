import { bytesText } from '../../amounts.ts'
import { announce } from '../../announce.ts'
import { call } from '../../call.ts'
import { find } from '../../find.ts'
import { showProblem } from '../../problem.ts'
import { copyText, share } from '../../share.ts'
import { gatewayLinks } from '../gateway-links.ts'
import { keepAwakeForDownload } from '../keep-awake.ts'
import type { Kept } from './kept-names.ts'

export interface KeptItem {
  readonly element: HTMLLIElement
  /** Shows details that were found out later. */
  describe(kept: Kept): void
}

/** Creates one row of the list, with its actions. */
export function keptItem(kept: Kept, template: HTMLTemplateElement): KeptItem {
  const element = find(document.importNode(template.content, true), '.item', HTMLLIElement)
  const label = kept.name ?? kept.cid
  const say = (message: string) => {
    const note = find(element, '.item-note', HTMLElement)
    note.textContent = message
    note.hidden = message === ''
    announce(message)
  }
  const act = (selector: string, what: string, task: () => Promise<string | undefined>) => {
    const button = find(element, selector, HTMLButtonElement)
    button.setAttribute('aria-label', `${what} ${label}`)
    button.addEventListener('click', () => {
      task().then((message) => say(message ?? ''), showProblem)
    })
    return button
  }

  find(element, '.item-cid', HTMLElement).textContent = kept.cid
  act('.item-share', 'Share', () => share(gatewayLinks(kept).open, label))
  act('.item-copy', 'Copy CID of', async () => {
    await copyText(kept.cid)
    return 'CID copied.'
  })
  const pin = act('.item-pin', 'Unpin', () => togglePin(kept, { element, button: pin }))
  unfold(element, label)
  for (const [selector, what] of LINKS) {
    const link = find(element, selector, HTMLAnchorElement)
    link.setAttribute('aria-label', `${what} ${label}`)
    if (link.target === '') link.addEventListener('click', keepAwakeForDownload)
  }
  describe(element, kept)
  return { element, describe: (known) => describe(element, known) }
}

const LINKS = [
  ['.item-open', 'Open'],
  ['.item-download', 'Save'],
  ['.item-car', 'Save as CAR'],
] as const

function describe(element: HTMLElement, kept: Kept): void {
  const { cid, name = 'Without a name', sizeBytes, isFolder } = kept
  const links = gatewayLinks(kept)
  find(element, '.item-name', HTMLElement).textContent = isFolder ? `${name}/` : name
  find(element, '.item-size', HTMLElement).textContent = sizeBytes === undefined ? '' : bytesText(sizeBytes)
  find(element, '.item-icon use', SVGUseElement).setAttribute(
    'href',
    isFolder ? '#icon-folder' : '#icon-file',
  )
  find(element, '.item-open', HTMLAnchorElement).href = links.open
  find(element, '.item-download', HTMLAnchorElement).href = links.download
  find(element, '.item-car', HTMLAnchorElement).href = links.car
  element.dataset['cid'] = cid
}

function unfold(element: HTMLElement, label: string): void {
  const more = find(element, '.item-more', HTMLButtonElement)
  const further = find(element, '.item-further', HTMLElement)
  more.setAttribute('aria-label', `More for ${label}`)
  more.addEventListener('click', () => {
    further.hidden = !further.hidden
    more.setAttribute('aria-expanded', String(!further.hidden))
  })
}

interface Row {
  readonly element: HTMLElement
  readonly button: HTMLButtonElement
}

/** Unpins, or pins again. The row stays until the list is reloaded, so that a mistake can be undone. */
async function togglePin({ cid, name }: Kept, { element, button }: Row): Promise<string> {
  const isPinned = element.dataset['unpinned'] === undefined
  const args = { 'ipfs-path': cid }
  if (isPinned) await call('pin/rm', { args })
  else await call('pin/add', { args, options: { name } })
  button.textContent = isPinned ? 'Pin again' : 'Unpin'
  button.setAttribute('aria-label', `${button.textContent} ${name ?? cid}`)
  if (!isPinned) {
    delete element.dataset['unpinned']
    return 'Pinned again.'
  }
  element.dataset['unpinned'] = ''
  return 'Unpinned. It is removed when space is freed. Until then it can be pinned again.'
}
