import type * as z from 'zod/mini'
import { statBlock } from '../../../blocks/stat-block.ts'
import type { CID } from '../../../codec/cid/cid.ts'
import { type PinAllEvent, pinAll } from '../../../pins/pin-all.ts'
import { resolvePath } from '../../../unixfs/dag/resolve.ts'
import { defineCommand, either } from '../../declare/command.ts'
import { args, bool, text } from '../../declare/wire.ts'
import { humanSize } from '../../print/human-size.ts'
import { lastOf, mapItems } from '../../serve/map-items.ts'
import { PinAddResult } from '../../shapes/pins.ts'

/** Spec: RPC document, section 4, `/pin/add`. */
export const pinAdd = defineCommand({
  path: 'pin/add',
  about: 'Pin content, so that garbage collection keeps it',
  args: { 'ipfs-path': args('Paths of what to pin', { fromBody: true }) },
  options: {
    recursive: bool('Pin all blocks below too', { alias: 'r', fallback: true }),
    progress: bool('Show progress', { fallback: false }),
    name: text('A name for the pins', { alias: 'n' }),
  },
  reply: either(PinAddResult),
  text: pinnedText,
  parts: ['pins', 'repo', 'clock'],
  async run(
    { pins, repo, clock },
    { args, options: { progress, ...addOptions }, session, signal, printCid },
  ) {
    const events = pinAll(pins, args['ipfs-path'], {
      ...addOptions,
      progress,
      clock,
      stat: (cid, options) => statBlock(session, cid, options),
      resolve: async (path) => (await resolvePath(session, path, { signal })).cid,
      session,
      signal,
    })
    const lines = mapItems(repo.adding(events, { signal }), (event) => line(event, printCid))
    return progress ? lines : lastOf(lines)
  },
})

type Line = z.infer<typeof PinAddResult>

function line(event: PinAllEvent, printCid: (cid: CID) => string): Line {
  if ('pinned' in event) return { Pins: event.pinned.map((cid) => printCid(cid)) }
  return { Progress: event.visited.blocks, Bytes: event.visited.sizeBytes }
}

function pinnedText(
  { Pins, Progress, Bytes = 0 }: Line,
  { options }: { readonly options: { readonly recursive: boolean } },
): string {
  if (!Pins) return `Fetched/Processed ${Progress} nodes (${humanSize(Bytes)})\r`
  return Pins.map((pin) => `pinned ${pin} ${options.recursive ? 'recursively' : 'directly'}\n`).join('')
}
