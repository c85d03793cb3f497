import { RpcError } from '../../../src/rpc/client.ts'
import { hasLeader } from '../../host/has-leader.ts'
import { call } from '../call.ts'
import { thisNode } from '../node/this-node.ts'
import { type ConnectedPeer, connectedPeers } from './connected-peers.ts'
import { type Exchanged, NO_RATE, type TrafficRate, type TrafficRates } from './traffic-rates.ts'

/** A peer with its traffic in bytes a second. */
export interface PeerRow {
  readonly peer: ConnectedPeer
  readonly rate: TrafficRate
}

/** The peers of the node and what it has exchanged with all of them. */
export interface PeersNow {
  readonly rows: readonly PeerRow[]
  /** Bytes and blocks since the node started. */
  readonly total: Exchanged & { readonly blocksReceived: number; readonly blocksSent: number }
}

/** The traffic of so many peers is asked for one by one. */
const MAX_MEASURED = 64
/** A node that takes longer is asked again later. */
const ANSWER_WITHIN_MS = 10_000
const limit = { timeoutMs: ANSWER_WITHIN_MS }

/** Reads the peers. `undefined` if the node has no connection to peers. */
export async function readPeers(rates: TrafficRates): Promise<PeersNow | undefined> {
  // The node in this browser would refuse the call, and the console would show that every time.
  if ((await thisNode()).kind === 'browser' && !(await hasLeader())) return undefined
  const connections = await unlessOffline(async () => {
    const options = { latency: true, direction: true }
    return (await call('swarm/peers', { options }, limit)).Peers ?? []
  })
  if (!connections) return undefined
  const peers = connectedPeers(connections)
  const [stat, totals] = await Promise.all([call('bitswap/stat', {}, limit), exchangedWith(peers)])
  const now = rates.take(totals, performance.now())
  return {
    rows: peers.map((peer) => ({ peer, rate: now.get(peer.id) ?? NO_RATE })),
    total: {
      received: stat.DataReceived,
      sent: stat.DataSent,
      blocksReceived: stat.BlocksReceived,
      blocksSent: stat.BlocksSent,
    },
  }
}

/** A node that does not count the traffic of each peer is shown without rates. */
async function exchangedWith(peers: readonly ConnectedPeer[]): Promise<ReadonlyMap<string, Exchanged>> {
  const totals = await Promise.all(
    peers.slice(0, MAX_MEASURED).map(async ({ id }) => [id, await exchangedWithOne(id)] as const),
  )
  return new Map(totals.flatMap(([id, total]) => (total ? [[id, total]] : [])))
}

async function exchangedWithOne(peer: string): Promise<Exchanged | undefined> {
  try {
    for await (const { TotalIn, TotalOut } of await call('stats/bw', { options: { peer } }, limit)) {
      return { received: TotalIn, sent: TotalOut }
    }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
  }
  return undefined
}

async function unlessOffline<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof RpcError && error.message.includes('online mode')) return undefined
    throw error
  }
}
