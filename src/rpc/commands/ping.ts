import type * as z from 'zod/mini'
import type { PingStep } from '../../net/swarm/swarm.ts'
import { defineCommand, ndjson } from '../declare/command.ts'
import { args, int } from '../declare/wire.ts'
import { mapItems } from '../serve/map-items.ts'
import { Pong } from '../shapes/peers.ts'

const NS_PER_MS = 1_000_000

/** Spec: RPC document, section 4, `/ping`. Only the first peer is asked. */
export const ping = defineCommand({
  path: 'ping',
  about: 'Measure how long a peer takes to answer',
  needs: ['network'],
  args: { 'peer ID': args('Peer to ask', { fromBody: true }) },
  options: { count: int('Number of times to ask', { alias: 'n', fallback: 10 }) },
  reply: ndjson(Pong),
  text: ({ Success, Time, Text }: z.infer<typeof Pong>) => {
    const pong = Success ? `Pong received: time=${(Time / NS_PER_MS).toFixed(2)} ms` : 'Pong failed'
    return `${Text || pong}\n`
  },
  parts: ['swarm'],
  async *run({ swarm }, { args: { 'peer ID': peers }, options: { count }, signal }) {
    const [peer = ''] = peers
    yield* mapItems(swarm.ping(peer, { count, signal }), pongOf)
  },
})

function pongOf(step: PingStep): { Success: boolean; Time: number; Text: string } {
  switch (step.type) {
    case 'lookup':
      return { Success: true, Time: 0, Text: `Looking up peer ${step.peerId}` }
    case 'begin':
      return { Success: true, Time: 0, Text: `PING ${step.peerId}.` }
    case 'pong':
      return { Success: true, Time: Math.round(step.latencyMs * NS_PER_MS), Text: '' }
    case 'error':
      return { Success: false, Time: 0, Text: `Ping error: ${step.reason}` }
    case 'average':
      return { Success: true, Time: 0, Text: `Average latency: ${step.latencyMs.toFixed(2)}ms` }
  }
}
