import type { TabNode } from '../../host/tab.ts'
import { choosePreference, onPreferenceChange, preference } from '../preferences.ts'
import { remembered } from '../remembered.ts'

/** Addresses that the visitor has connected to. */
const dialled = remembered<true>('dialled-peers', 32)

let joining: Promise<TabNode> | undefined
let rejoining: Promise<void> | undefined

/** True while this tab connects, or holds its part of the connection. */
export function isJoined(): boolean {
  return joining !== undefined
}

/**
 * Connects this browser to peers, as long as this tab or another one with a connection is open: to those of its
 * configuration, and at the first time to the server of the page. Later visits do so by themselves. Throws the
 * errors of `createTabNode`, and of `bootstrap/add/default`.
 */
export async function joinPeers(): Promise<void> {
  const { call } = await startOnce()
  choosePreference('peers', 'joined')
  const { Peers } = await call('bootstrap/list')
  if (!Peers || Peers.length === 0) await call('bootstrap/add/default')
}

/**
 * Connects this browser again as in an earlier visit, also to the addresses that were entered then. A peer that is
 * gone is left out.
 */
export async function rejoinPeers(): Promise<void> {
  if (preference('peers') !== 'joined') return
  rejoining ??= rejoin().catch((error: unknown) => {
    rejoining = undefined
    throw error
  })
  await rejoining
}

async function rejoin(): Promise<void> {
  const { call } = await startOnce()
  const addresses = [...(await dialled.read()).keys()]
  await Promise.allSettled(
    addresses.map((address) => call('swarm/connect', { args: { address: [address] } })),
  )
}

/** Closes the connections of this browser, and opens none at later visits. */
export async function leavePeers(): Promise<void> {
  choosePreference('peers', 'apart')
  await leave()
}

/** Remembers an address to connect to at the next visit. */
export function rememberDialled(address: string): Promise<void> {
  return dialled.add([[address, true]])
}

/** Forgets the addresses of a peer. */
export async function forgetDialled(peerId: string): Promise<void> {
  const addresses = [...(await dialled.read()).keys()].filter((address) => address.endsWith(`/${peerId}`))
  await Promise.all(addresses.map((address) => dialled.remove(address)))
}

function startOnce(): Promise<TabNode> {
  joining ??= startNode().catch((error: unknown) => {
    joining = undefined
    throw error
  })
  // The service worker finds the leading tab a moment later than the tab itself.
  return joining
}

async function startNode(): Promise<TabNode> {
  const { createTabNode } = await import('virtual:tab-library')
  return createTabNode({ network: true })
}

async function leave(): Promise<void> {
  const left = joining
  joining = undefined
  rejoining = undefined
  await (await left)?.leaveNetwork()
}

// Every tab of this browser would take over the connection.
onPreferenceChange((name) => {
  if (name === 'peers' && preference('peers') === 'apart') leave().catch(() => undefined)
})
