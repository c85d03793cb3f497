import { defineCommand, ndjson } from '../declare/command.ts'
import { args, int } from '../declare/wire.ts'
import { Pong } from '../shapes/peers.ts'

/** Spec: RPC document, section 4, `/ping`. */
export const ping = defineCommand({
  path: 'ping',
  about: 'Measure how long a peer takes to answer',
  needs: ['network'],
  args: { 'peer ID': args('Peer to ask', { fromBody: true }) },
  options: { count: int('Number of times to ask', { alias: 'n', fallback: 10 }) },
  reply: ndjson(Pong),
})
