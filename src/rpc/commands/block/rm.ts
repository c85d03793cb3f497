import { removeBlocks } from '../../../blocks/remove-blocks.ts'
import { resolvePath } from '../../../unixfs/dag/resolve.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { args, bool } from '../../declare/wire.ts'
import { BlockRemoval } from '../../shapes/blocks.ts'

/** Spec: RPC document, section 4, `/block/rm`. Blocks that could not be removed are reported like removed ones. */
export const blockRm = defineCommand({
  path: 'block/rm',
  about: 'Remove blocks that no pin, calendar or ledger keeps',
  args: { hash: args('CIDs of the blocks', { fromBody: true }) },
  options: {
    force: bool('Count blocks that are not held as removed', { alias: 'f', fallback: false }),
    quiet: bool('Tell only of blocks that were not removed', { alias: 'q', fallback: false }),
  },
  reply: ndjson(BlockRemoval),
  text: ({ Hash, Error: error }: { Hash?: string; Error?: string }) =>
    error === undefined ? `removed ${Hash}\n` : `cannot remove ${Hash}: ${error}\n`,
  parts: ['blocks'],
  async *run({ blocks }, { args, options: { force, quiet }, session, signal, printCid }) {
    const removals = removeBlocks(blocks, args.hash, {
      resolve: async (path) => (await resolvePath(session, path, { signal })).cid,
      force,
      signal,
    })
    for await (const { cid, error } of removals) {
      if (error !== undefined || !quiet) yield { Hash: printCid(cid), Error: error }
    }
  },
})
