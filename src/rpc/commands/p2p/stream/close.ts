import { defineCommand, empty } from '../../../declare/command.ts'
import { bool, optionalArg } from '../../../declare/wire.ts'

/** Spec: RPC document, section 4, `/p2p/stream/close`. */
export const p2pStreamClose = defineCommand({
  path: 'p2p/stream/close',
  about: 'Close forwarded streams',
  status: 'experimental',
  needs: ['network'],
  parts: ['forwarding'],
  args: { id: optionalArg('Number of the stream') },
  options: { all: bool('Close every stream', { alias: 'a' }) },
  reply: empty(),
  async run({ forwarding }, { args: { id }, options: { all: isAll = false }, signal }) {
    await forwarding.closeStream({ isAll, id, signal })
  },
})
