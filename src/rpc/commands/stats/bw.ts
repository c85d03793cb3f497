import { defineCommand, ndjson } from '../../declare/command.ts'
import { bool, text } from '../../declare/wire.ts'
import { Bandwidth } from '../../shapes/node.ts'

/** Spec: RPC document, section 4, `/stats/bw`. */
export const statsBw = defineCommand({
  path: 'stats/bw',
  about: 'Show the traffic with peers',
  needs: ['network'],
  args: {},
  options: {
    peer: text('Peer to count alone', { alias: 'p' }),
    proto: text('Protocol to count alone', { alias: 't' }),
    poll: bool('Go on and count again'),
    interval: text('Time between counts, such as 300ms or 1.5h', { alias: 'i', fallback: '1s' }),
  },
  reply: ndjson(Bandwidth),
})
