import { removePins } from '../../../pins/remove-pins.ts'
import { resolvePath } from '../../../unixfs/dag/resolve.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { args, bool } from '../../declare/wire.ts'
import { PinsResult } from '../../shapes/pins.ts'

/** Spec: RPC document, section 4, `/pin/rm`. */
export const pinRm = defineCommand({
  path: 'pin/rm',
  about: 'Unpin content, so that garbage collection may remove it',
  args: { 'ipfs-path': args('Paths of what to unpin', { fromBody: true }) },
  options: {
    recursive: bool('Unpin what is pinned recursively too', { alias: 'r', fallback: true }),
  },
  reply: json(PinsResult),
  text: ({ Pins }: { Pins: string[] }) => Pins.map((pin) => `unpinned ${pin}\n`).join(''),
  parts: ['pins'],
  async run({ pins }, { args, options, session, signal, printCid }) {
    const removed = await removePins(pins, args['ipfs-path'], {
      ...options,
      resolve: async (path) => (await resolvePath(session, path, { signal })).cid,
      signal,
    })
    return { Pins: removed.map((cid) => printCid(cid)) }
  },
})
