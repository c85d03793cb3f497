import { defineCommand, empty } from '../../../declare/command.ts'
import { bool, list, text } from '../../../declare/wire.ts'

/** Spec: RPC document, section 4, `/pin/remote/rm`. */
export const pinRemoteRm = defineCommand({
  path: 'pin/remote/rm',
  about: 'Remove pins from a remote service',
  args: {},
  options: {
    service: text('Name of the service'),
    name: text('Exact name of the pins'),
    cid: list('CIDs of the pins'),
    status: list('States of the pins: queued, pinning, pinned or failed', { fallback: ['pinned'] }),
    force: bool('Remove several pins without asking', { fallback: false }),
  },
  reply: empty(),
  parts: ['remotePinning'],
  async run({ remotePinning }, { options: { service, name, cid, status, force }, signal }) {
    const pins = await remotePinning.open(service, { signal })
    await pins.remove({ name, cids: cid, statuses: status }, { force, signal })
  },
})
