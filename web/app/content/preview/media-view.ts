import { bytesText } from '../../amounts.ts'
import { element } from '../../element.ts'
import { mediaKind } from '../files/media-kind.ts'
import { gatewayLinks } from '../gateway-links.ts'
import { sharingTexts } from '../sharing-texts.ts'
import type { PreviewBody } from './preview-body.ts'

/** A larger picture is shown when the visitor asks for it: it is decoded whole. */
const MAX_PICTURE_BYTES = 32 * 1024 * 1024

/** Shows a picture, or a player that reads as it plays. Neither runs scripts of the content. */
export function drawMedia({ body, item, signal }: PreviewBody): void {
  const kind = mediaKind(item.name)
  const src = gatewayLinks(item).open
  if (kind === 'picture' && item.sizeBytes > MAX_PICTURE_BYTES) {
    const show = element('button', {
      type: 'button',
      textContent: sharingTexts.show(bytesText(item.sizeBytes)),
    })
    show.addEventListener('click', () => show.replaceWith(watched(element('img', { src, alt: item.name }))))
    body.append(show)
    return
  }
  if (kind === 'picture') {
    body.append(watched(element('img', { src, alt: item.name })))
    return
  }
  const player = element(kind === 'audio' ? 'audio' : 'video', { src, controls: true, preload: 'metadata' })
  player.setAttribute('aria-label', item.name)
  // A player that is only removed would continue to play and to read.
  signal.addEventListener('abort', () => player.removeAttribute('src'))
  signal.addEventListener('abort', () => player.load())
  body.append(watched(player))
}

/** Says so where the browser cannot show the content. */
function watched<E extends HTMLElement>(media: E): E {
  const textContent = sharingTexts.notShown
  media.addEventListener('error', () => {
    if (media.isConnected) media.replaceWith(element('p', { className: 'muted', textContent }))
  })
  return media
}
