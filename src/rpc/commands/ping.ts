import { defineCommand, ndjson } from '../command.ts'
import { Pong } from '../shapes/peers.ts'
import { args, int } from '../wire.ts'

/** Spec: RPC document, section 4, `/ping`. */
export const ping = defineCommand({
  path: 'ping',
  about: 'Measure how long a peer takes to answer',
  needs: ['network'],
  args: { 'peer ID': args('Peer to ask', { fromBody: true }) },
  options: { count: int('Number of times to ask', { alias: 'n', fallback: 10 }) },
  reply: ndjson(Pong),
})
