import { announce } from '../announce.ts'
import { call } from '../call.ts'
import { element } from '../element.ts'
import { find } from '../find.ts'
import { onPress } from '../on-press.ts'
import { showProblem } from '../problem.ts'
import type { DrawView } from '../view.ts'
import { joinPeers } from './join-peers.ts'
import markup from './peers.html?raw'

/** Connections come and go by themselves. */
const REFRESH_MS = 2_000

/** Who is connected to this browser, and how. */
export const drawPeers: DrawView = (section) => {
  section.innerHTML = markup
  const join = find(section, '#peers-join', HTMLButtonElement)
  const dial = find(section, '#peers-dial', HTMLFormElement)
  const address = find(section, '#peer-address', HTMLInputElement)
  const state = find(section, '#peers-state', HTMLElement)

  const refresh = async () => {
    const peers = await connections()
    const text = stateText(peers)
    if (state.textContent !== text) state.textContent = text
    join.hidden = peers !== undefined
    dial.hidden = peers === undefined
    showLines(find(section, '#peers-list', HTMLElement), (peers ?? []).map(connectionText))
    const addresses = peers ? ((await call('id')).Addresses ?? []) : []
    find(section, '#peers-own', HTMLElement).hidden = addresses.length === 0
    showLines(find(section, '#peers-addresses', HTMLElement), addresses)
  }

  onPress(join, async () => {
    state.textContent = 'Connecting'
    try {
      await joinPeers()
    } finally {
      await refresh()
    }
  })
  dial.addEventListener('submit', (event) => {
    event.preventDefault()
    const connect = async () => {
      await call('swarm/connect', { args: { address: [address.value.trim()] } })
      address.value = ''
      announce('Connected')
      await refresh()
    }
    connect().catch(showProblem)
  })
  const isShown = () => !section.hidden && document.visibilityState === 'visible'
  setInterval(() => {
    if (isShown()) refresh().catch(() => undefined)
  }, REFRESH_MS)

  return () => {
    refresh().catch(showProblem)
  }
}

interface Connection {
  readonly Addr: string
  readonly Peer: string
}

/** `undefined` if this browser is not connected to peers. */
async function connections(): Promise<readonly Connection[] | undefined> {
  try {
    return (await call('swarm/peers')).Peers ?? []
  } catch (error) {
    if (error instanceof Error && error.message.includes('online mode')) return undefined
    throw error
  }
}

function stateText(peers: readonly Connection[] | undefined): string {
  if (!peers) return 'This browser is not connected to peers.'
  const { size } = new Set(peers.map(({ Peer }) => Peer))
  return size === 1 ? 'Connected to one peer.' : `Connected to ${size} peers.`
}

function connectionText({ Addr, Peer }: Connection): string {
  return `${Peer}, ${connectionKind(Addr)}`
}

function connectionKind(address: string): string {
  if (address.includes('/webrtc')) return 'directly by WebRTC'
  return address.includes('/p2p-circuit') ? 'through a relay' : 'by WebSocket'
}

/** Keeps the elements of a list that has not changed, for readers and selections. */
function showLines(list: HTMLElement, lines: readonly string[]): void {
  const shown = [...list.children].map(({ textContent }) => textContent)
  if (shown.join('\n') === lines.join('\n')) return
  list.replaceChildren(...lines.map((line) => element('li', {}, [element('code', {}, [line])])))
}
