import { bytesText, countText } from '../amounts.ts'
import { announce } from '../announce.ts'
import { call } from '../call.ts'
import { element } from '../element.ts'
import { find } from '../find.ts'
import { counted } from '../language/counted.ts'
import { localized } from '../language/localized.ts'
import { thisNode } from '../node/this-node.ts'
import { onPress } from '../on-press.ts'
import { onSubmit } from '../on-submit.ts'
import { showProblem } from '../problem.ts'
import type { DrawView } from '../view.ts'
import { bootstrapPanel } from './bootstrap-panel.ts'
import { forgetDialled, isJoined, joinPeers, leavePeers, rejoinPeers, rememberDialled } from './join-peers.ts'
import { peersTexts } from './peers-texts.ts'
import './peers.css'
import markup from './peers.html?raw'
import { peersPicture } from './peers-picture.ts'
import { peersTable } from './peers-table.ts'
import { type PeersNow, readPeers } from './read-peers.ts'
import { trafficRates } from './traffic-rates.ts'

/** Connections come and go by themselves. */
const REFRESH_MS = 2_000

/** The peers of the node: who is connected, how, and what is exchanged. */
export const drawPeers: DrawView = (section) => {
  section.innerHTML = localized(markup, peersTexts)
  const join = find(section, '#peers-join', HTMLButtonElement)
  const leave = find(section, '#peers-leave', HTMLButtonElement)
  const dial = find(section, '#peers-dial', HTMLFormElement)
  const address = find(section, '#peer-address', HTMLInputElement)
  const state = find(section, '#peers-state', HTMLElement)
  const rates = trafficRates()
  const readBootstrap = bootstrapPanel(section)
  const table = peersTable(async ({ id }) => {
    await call('swarm/disconnect', { args: { address: [`/p2p/${id}`] } })
    await forgetDialled(id)
    await refresh()
    find(section, '#peers-title', HTMLElement).focus()
    announce(peersTexts.disconnected)
  })
  const picture = peersPicture()
  find(section, '#peers-picture', HTMLElement).append(picture.element)
  find(section, '#peers-table', HTMLElement).append(table.element)
  let isReading = false

  const refresh = async () => {
    const [now, node] = await Promise.all([readPeers(rates), thisNode()])
    const isBrowser = node.kind === 'browser'
    const text = stateText(now, isBrowser)
    if (state.textContent !== text) state.textContent = text
    join.hidden = now !== undefined || !isBrowser || isJoined()
    leave.hidden = now === undefined || !isBrowser || !isJoined()
    dial.hidden = now === undefined
    find(section, '#bootstrap-default', HTMLElement).hidden = node.kind === 'server'
    showNow(section, now)
    table.show(now?.rows ?? [])
    picture.show(now?.rows ?? [])
    const addresses = now ? ((await call('id')).Addresses ?? []) : []
    find(section, '#peers-own', HTMLElement).hidden = addresses.length === 0
    showLines(find(section, '#peers-addresses', HTMLElement), addresses)
  }
  const refreshShown = async () => {
    if (isReading || section.hidden || document.visibilityState !== 'visible') return
    isReading = true
    try {
      await refresh()
    } finally {
      isReading = false
    }
  }

  onPress(join, async () => {
    state.textContent = peersTexts.connecting
    try {
      await joinPeers()
    } finally {
      await refresh()
      await readBootstrap()
    }
  })
  onPress(leave, async () => {
    await leavePeers()
    await refresh()
    announce(peersTexts.disconnected)
  })
  onSubmit(dial, async (reset) => {
    const entered = address.value.trim()
    await call('swarm/connect', { args: { address: [entered] } })
    await rememberDialled(entered)
    reset()
    announce(peersTexts.connected)
    await refresh()
  })
  setInterval(() => refreshShown().catch(() => undefined), REFRESH_MS)

  return () => {
    const shown = async () => {
      if ((await thisNode()).kind === 'browser') await rejoinPeers()
      await Promise.all([refresh(), readBootstrap()])
    }
    shown().catch(showProblem)
  }
}

function stateText(now: PeersNow | undefined, isBrowser: boolean): string {
  if (now) return counted(peersTexts.connectedTo, now.rows.length)
  if (isBrowser && isJoined()) return peersTexts.connecting
  return isBrowser ? peersTexts.browserApart : peersTexts.nodeApart
}

function showNow(section: HTMLElement, now: PeersNow | undefined): void {
  const isLive = now !== undefined && now.rows.length > 0
  find(section, '#peers-live', HTMLElement).hidden = !isLive
  find(section, '#peers-table', HTMLElement).hidden = !isLive
  if (!now || !isLive) return
  const { received, sent, blocksReceived, blocksSent } = now.total
  find(section, '#peers-traffic', HTMLElement).replaceChildren(
    element('dt', { textContent: peersTexts.received }),
    element('dd', { textContent: `${countText(blocksReceived, 'block')}, ${bytesText(received)}` }),
    element('dt', { textContent: peersTexts.sent }),
    element('dd', { textContent: `${countText(blocksSent, 'block')}, ${bytesText(sent)}` }),
  )
}

/** Keeps the elements of a list that has not changed, for readers and selections. */
function showLines(list: HTMLElement, lines: readonly string[]): void {
  const shown = [...list.children].map(({ textContent }) => textContent)
  if (shown.join('\n') === lines.join('\n')) return
  list.replaceChildren(...lines.map((line) => element('li', {}, [element('code', {}, [line])])))
}
