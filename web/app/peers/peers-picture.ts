import { counted } from '../language/counted.ts'
import { peersTexts } from './peers-texts.ts'
import { lineWidth, MAX_DRAWN, PICTURE, placesAround } from './picture-layout.ts'
import type { PeerRow } from './read-peers.ts'

const SVG = 'http://www.w3.org/2000/svg'

export interface PeersPicture {
  readonly element: SVGElement
  show(rows: readonly PeerRow[]): void
}

/** The node with its peers around it. A line is the wider the more is exchanged, and dashed through a relay. */
export function peersPicture(): PeersPicture {
  const { width, height } = PICTURE
  const picture = shape('svg', { viewBox: `${-width / 2} ${-height / 2} ${width} ${height}`, role: 'img' })
  let lines: readonly SVGElement[] = []
  let drawn = ''
  return {
    element: picture,
    show(rows) {
      const first = rows.slice(0, MAX_DRAWN)
      const peers = first.map(({ peer }) => `${peer.id} ${peer.transport}`).join()
      // Lines that stay are only made wider or narrower, so that the browser shows how they change.
      if (peers !== drawn) {
        drawn = peers
        lines = linesTo(first)
        picture.setAttribute('aria-label', labelOf(rows))
        picture.replaceChildren(...lines, ...circlesOf(first), shape('circle', { r: 18, class: 'own' }))
      }
      for (const [at, { rate }] of first.entries()) {
        lines[at]?.style.setProperty('stroke-width', String(lineWidth(rate.received + rate.sent)))
      }
    },
  }
}

function linesTo(rows: readonly PeerRow[]): readonly SVGElement[] {
  const places = placesAround(rows.length)
  return rows.map(({ peer }, at) => {
    const { x = 0, y = 0 } = places[at] ?? {}
    return shape('line', { x2: x, y2: y, class: peer.transport === 'relay' ? 'relayed' : 'direct' })
  })
}

function circlesOf(rows: readonly PeerRow[]): readonly SVGElement[] {
  const places = placesAround(rows.length)
  return rows.flatMap(({ peer }, at) => {
    const { x = 0, y = 0 } = places[at] ?? {}
    const label = shape('text', { x, y: y + (y < 0 ? -22 : 34) })
    label.textContent = shortId(peer.id)
    return [shape('circle', { cx: x, cy: y, r: 12 }), ...(rows.length <= MAX_NAMED ? [label] : [])]
  })
}

/** More labels than these would overlap. */
const MAX_NAMED = 12

/** The end of an id, which distinguishes peers: all ids begin with the same characters. */
export function shortId(id: string): string {
  return `…${id.slice(-6)}`
}

function labelOf({ length }: readonly PeerRow[]): string {
  return counted(peersTexts.picture, length)
}

function shape(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, name) as SVGElement
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  return made
}
