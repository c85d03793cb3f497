import { element } from '../../element.ts'
import { contentTexts } from '../content-texts.ts'
import { type FilesPlace, hrefOf } from './place.ts'

/** Draws the way from the root to a folder as links. */
export function drawCrumbs(nav: HTMLElement, { area, names }: FilesPlace): void {
  nav.hidden = names.length === 0
  const start = area === 'ipfs' ? '/ipfs' : ''
  const steps = names.map((name, at) => ({
    text: area === 'ipfs' && at === 0 ? shortCid(name) : name,
    title: name,
    path: `${start}/${names.slice(0, at + 1).join('/')}`,
  }))
  const links = [{ text: contentTexts.files, title: contentTexts.files, path: '/' }, ...steps].map(
    ({ text, title, path }) => element('a', { href: hrefOf(path), textContent: text, title }),
  )
  links.at(-1)?.setAttribute('aria-current', 'page')
  nav.replaceChildren(
    element(
      'ol',
      {},
      links.map((link) => element('li', {}, [link])),
    ),
  )
}

function shortCid(cid: string): string {
  return cid.length > 16 ? `${cid.slice(0, 6)}…${cid.slice(-6)}` : cid
}
