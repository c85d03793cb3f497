import { bytesText } from '../amounts.ts'
import { element } from '../element.ts'
import { onPress } from '../on-press.ts'
import type { ConnectedPeer } from './connected-peers.ts'
import { shortId } from './peers-picture.ts'
import { peersTexts } from './peers-texts.ts'
import type { PeerRow } from './read-peers.ts'

const TRANSPORTS: Readonly<Record<ConnectedPeer['transport'], string>> = {
  webrtc: peersTexts.webrtc,
  relay: peersTexts.relay,
  websocket: peersTexts.websocket,
  other: peersTexts.directly,
}

const COLUMNS = [
  peersTexts.peer,
  peersTexts.connected,
  peersTexts.openedBy,
  peersTexts.delay,
  peersTexts.receiving,
  peersTexts.sending,
  peersTexts.disconnect,
]

export interface PeersTable {
  readonly element: HTMLElement
  show(rows: readonly PeerRow[]): void
}

/** The peers as a table, the text form of the picture. A row stays the same element, so that it keeps the focus. */
export function peersTable(disconnect: (peer: ConnectedPeer) => Promise<void>): PeersTable {
  const body = element('tbody')
  const shown = new Map<string, Row>()
  const head = COLUMNS.map((textContent, at) => {
    // The buttons of the last column say by themselves what they do.
    const className = at === COLUMNS.length - 1 ? 'quiet' : ''
    return element('th', { scope: 'col' }, [element('span', { className, textContent })])
  })
  return {
    element: element('table', {}, [
      element('caption', { className: 'quiet', textContent: peersTexts.connectedPeers }),
      element('thead', {}, [element('tr', {}, head)]),
      body,
    ]),
    show(rows) {
      const ids = new Set(rows.map(({ peer }) => peer.id))
      for (const [id, { element: gone }] of shown) {
        if (ids.has(id)) continue
        gone.remove()
        shown.delete(id)
      }
      for (const each of rows) {
        const row = shown.get(each.peer.id) ?? rowOf(each.peer, disconnect)
        row.show(each)
        if (shown.has(each.peer.id)) continue
        shown.set(each.peer.id, row)
        body.append(row.element)
      }
    },
  }
}

interface Row {
  readonly element: HTMLElement
  show(row: PeerRow): void
}

function rowOf(peer: ConnectedPeer, disconnect: (peer: ConnectedPeer) => Promise<void>): Row {
  const cells = COLUMNS.slice(1, -1).map((label) => {
    const cell = element('td')
    cell.dataset['label'] = label
    return cell
  })
  const end = element('button', {
    type: 'button',
    textContent: peersTexts.disconnect,
    ariaLabel: peersTexts.disconnectPeer(shortId(peer.id)),
  })
  onPress(end, () => disconnect(peer))
  return {
    element: element('tr', {}, [
      element('th', { scope: 'row' }, [element('code', { textContent: shortId(peer.id), title: peer.id })]),
      ...cells,
      element('td', {}, [end]),
    ]),
    show({ peer: { transport, isInbound, latencyMs, address }, rate }) {
      const texts = [
        TRANSPORTS[transport],
        isInbound ? peersTexts.thePeer : peersTexts.thisNode,
        latencyMs === undefined ? peersTexts.notMeasured : `${Math.max(1, Math.round(latencyMs))} ms`,
        rateText(rate.received),
        rateText(rate.sent),
      ]
      for (const [at, text] of texts.entries()) {
        const cell = cells[at]
        if (cell && cell.textContent !== text) cell.textContent = text
      }
      if (cells[0]) cells[0].title = address
    },
  }
}

function rateText(bytesPerSecond: number): string {
  return bytesPerSecond < 1 ? peersTexts.nothing : peersTexts.aSecond(bytesText(Math.round(bytesPerSecond)))
}
