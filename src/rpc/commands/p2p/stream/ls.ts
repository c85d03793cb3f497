import { defineCommand, json } from '../../../declare/command.ts'
import { bool } from '../../../declare/wire.ts'
import { ForwardedStreams } from '../../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/p2p/stream/ls`. */
export const p2pStreamLs = defineCommand({
  path: 'p2p/stream/ls',
  about: 'List the forwarded streams',
  status: 'experimental',
  needs: ['network'],
  args: {},
  options: { headers: bool('Print column headers', { alias: 'v' }) },
  reply: json(ForwardedStreams),
})
