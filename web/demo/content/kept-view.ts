import { bytesText } from '../amounts.ts'
import { find } from '../find.ts'
import { download } from './download.ts'
import type { Kept } from './kept-names.ts'

/** Shows the list of what is kept here. `onProblem` gets what goes wrong with one of its buttons. */
export function showKept(kept: readonly Kept[], onProblem: (error: unknown) => void): void {
  find(document, '#nothing', HTMLElement).hidden = kept.length > 0
  find(document, '#kept', HTMLUListElement).replaceChildren(...kept.map((each) => itemOf(each, onProblem)))
}

function itemOf(kept: Kept, onProblem: (error: unknown) => void): DocumentFragment {
  const { cid, name, sizeBytes, isFolder } = kept
  const template = find(document, '#kept-item', HTMLTemplateElement)
  const item = document.importNode(template.content, true)
  const label = name ?? cid
  find(item, '.item-name', HTMLElement).textContent = isFolder ? `${name}/` : (name ?? 'Added elsewhere')
  find(item, '.item-size', HTMLElement).textContent = sizeBytes === undefined ? '' : bytesText(sizeBytes)
  find(item, '.item-cid', HTMLElement).textContent = cid

  const open = find(item, '.item-open', HTMLAnchorElement)
  open.href =
    isFolder === false && name ? `/ipfs/${cid}?filename=${encodeURIComponent(name)}` : `/ipfs/${cid}`
  open.setAttribute('aria-label', `Open ${label}`)

  const save = find(item, '.item-download', HTMLButtonElement)
  save.setAttribute('aria-label', `Download ${label}`)
  save.addEventListener('click', () => void busy(save, () => download(kept)).catch(onProblem))

  const copy = find(item, '.item-copy', HTMLButtonElement)
  copy.setAttribute('aria-label', `Copy CID of ${label}`)
  copy.addEventListener('click', () => {
    navigator.clipboard.writeText(cid).then(() => {
      copy.textContent = 'Copied'
    }, onProblem)
  })
  return item
}

async function busy(button: HTMLButtonElement, task: () => Promise<void>): Promise<void> {
  button.disabled = true
  try {
    await task()
  } finally {
    button.disabled = false
  }
}
