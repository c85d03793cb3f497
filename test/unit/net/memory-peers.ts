import { memory } from '@libp2p/memory'
import { onTestFinished } from 'vitest'
import { systemClock } from '../../../edge/system-clock.ts'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { memoryHostKey } from '../../../src/memory/memory-host-key.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import { createNode, type NodeOptions, type Ports } from '../../../src/node/create.ts'
import { WHOLE_NODE } from '../../../src/node/whole-node.ts'
import type { Transports } from '../../../src/ports/transports.ts'
import type { Send, SendInit } from '../../hosts/host.ts'
import { recordCall } from '../../hosts/recorded-calls.ts'
import { memoryPorts } from '../memory-ports.ts'

export interface PeerNode {
  /** Sends to the whole node: `send('/api/v0/id', { method: 'POST' })`. */
  readonly send: Send
  /** Calls a command, such as `swarm/peers`, and resolves to its text. Rejects if it fails. */
  readonly call: (command: string, init?: SendInit) => Promise<string>
  /** Services of the node, by name. */
  readonly use: Awaited<ReturnType<typeof startNode>>['use']
  readonly peerId: string
  /** Where others dial it, with its peer id. Its peer is running. */
  readonly address: string
}

/** Counts nodes of this process, which have an address and an identity each. */
let count = 0

/** In this process: peers reach each other by name. */
function memoryTransports(name: string): Transports {
  const listen = [`/memory/${name}`]
  const load = async () => ({ transports: [memory()], listen })
  return { dials: ['memory'], addresses: () => listen, load }
}

/** A whole node in memory with a running peer, which stops when the test has finished. Its clock is real. */
export async function peerNode(ports: Partial<Ports> = {}, settings: PeerSettings = {}): Promise<PeerNode> {
  count += 1
  const name = `tidepool-${count}`
  const peerPorts = {
    clock: systemClock(),
    random: seededRandom(1_000 + count),
    hostKey: memoryHostKey(new Uint8Array(32).fill(1)),
    transports: memoryTransports(name),
    ...ports,
  }
  const node = await startNode(peerPorts, settings)
  const app = createApp(node, loopbackPolicy())
  const { libp2p } = await node.network.peer()
  onTestFinished(() => node.network.stop())
  const send: Send = async (target, init) => {
    const request =
      typeof target === 'string' ? new Request(new URL(target, 'http://127.0.0.1'), init) : target
    const response = await app.fetch(request)
    recordCall(request.method, request.url, response)
    return response
  }
  return {
    send,
    use: node.use,
    peerId: libp2p.peerId.toString(),
    address: `/memory/${name}/p2p/${libp2p.peerId}`,
    async call(command, init) {
      const response = await send(`/api/v0/${command}`, { method: 'POST', ...init })
      const text = await response.text()
      if (response.status === 200) return text
      throw new Error(`${command} answered ${response.status}: ${text}`)
    },
  }
}

/** Nodes of which the first is connected to each of the others. */
export async function connectedNodes(): Promise<readonly [PeerNode, PeerNode]>
export async function connectedNodes(size: number): Promise<readonly [PeerNode, PeerNode, ...PeerNode[]]>
export async function connectedNodes(size = 2): Promise<readonly [PeerNode, PeerNode, ...PeerNode[]]> {
  const [first, second, ...others] = await Promise.all(Array.from({ length: size }, () => peerNode()))
  if (!first || !second) throw new RangeError('Two nodes or more can be connected')
  for (const { address } of [second, ...others]) await first.call(`swarm/connect?arg=${address}`)
  return [first, second, ...others]
}

/** What the owner of a node decides about its peers. */
export type PeerSettings = Pick<NodeOptions<[]>, 'network' | 'pubsub' | 'routing'>

function startNode(ports: Partial<Ports>, settings: PeerSettings) {
  return createNode(memoryPorts(ports), {
    ...{ parts: WHOLE_NODE, repoPath: 'memory', system: 'memory/node' },
    ...settings,
  })
}
