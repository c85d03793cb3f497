import { bytesText } from '../../amounts.ts'
import { askBeforeLeaving } from '../../ask-before-leaving.ts'
import { element } from '../../element.ts'
import { gatewayLinks } from '../gateway-links.ts'
import { sharingTexts } from '../sharing-texts.ts'
import type { PreviewBody } from './preview-body.ts'

/**
 * Offers a PDF in a new tab and, where the browser has a viewer, in a frame.
 *
 * Chromium shows no PDF in a frame with the attribute `sandbox`. This frame has none, and the document still does not act
 * with the page's origin: the viewer runs it in a frame of its own, where its scripts have neither a window nor
 * `fetch`, and its forms are sent with the origin `null`. Content of another type gets a sandbox from the gateway.
 * A frame of another origin would change nothing: Chromium lets the document open messages there too, and its links lead
 * the whole page elsewhere. So it is shown only when the visitor asks for it, and the browser asks before the page is left.
 */
export function drawPdf({ body, item, signal }: PreviewBody): void {
  const src = gatewayLinks(item).open
  const link = element('a', { className: 'button', href: src, target: '_blank', rel: 'noopener' })
  link.textContent = sharingTexts.openPdf
  body.append(link)
  if (!navigator.pdfViewerEnabled) return
  const show = element('button', {
    type: 'button',
    textContent: sharingTexts.show(bytesText(item.sizeBytes)),
  })
  show.addEventListener('click', () => {
    show.replaceWith(element('iframe', { src, title: item.name, referrerPolicy: 'no-referrer' }))
    signal.addEventListener('abort', askBeforeLeaving())
  })
  body.prepend(show)
}
