import { type MediaKind, mediaKind } from './media-kind.ts'

const NAMESPACE = 'http://www.w3.org/2000/svg'

const ICONS: Readonly<Record<MediaKind, string>> = {
  picture: 'picture',
  video: 'film',
  audio: 'sound',
  pdf: 'text',
  markdown: 'text',
  json: 'text',
  text: 'text',
  unknown: 'file',
}

/** An icon of the page by its name. Its meaning is always beside it in words. */
export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS(NAMESPACE, 'svg')
  const use = document.createElementNS(NAMESPACE, 'use')
  use.setAttribute('href', `#icon-${name}`)
  svg.setAttribute('aria-hidden', 'true')
  svg.setAttribute('class', 'icon')
  svg.append(use)
  return svg
}

export function iconOf({
  name,
  isFolder,
}: {
  readonly name: string
  readonly isFolder: boolean
}): SVGSVGElement {
  return icon(isFolder ? 'folder' : ICONS[mediaKind(name)])
}
