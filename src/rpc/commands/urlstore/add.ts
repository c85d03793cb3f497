import { addUrl } from '../../../filestore/add-url.ts'
import { addIfRoom } from '../../../repo/add-if-room.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'
import { BlockInfo } from '../../shapes/blocks.ts'

/** Spec: RPC document, section 4, `/urlstore/add`. */
export const urlstoreAdd = defineCommand({
  path: 'urlstore/add',
  about: 'Add the content of a URL, kept as a reference to it',
  status: 'experimental',
  args: { url: arg('URL to add') },
  options: {
    trickle: bool('Lay the blocks out for appending', { alias: 't' }),
    pin: bool('Pin the new root recursively', { fallback: true }),
  },
  reply: json(BlockInfo),
  text: ({ Key }: { readonly Key: string }) => `${Key}\n`,
  parts: ['activity', 'clock', 'putWatch', 'writeBudget', 'pins', 'repo', 'blockstore', 'filestore'],
  async run(
    { activity, clock, putWatch, writeBudget, pins, repo, blockstore, filestore },
    { args, options: { trickle, pin }, signal, printCid },
  ) {
    const { cid, sizeBytes } = await addUrl(args.url, {
      filestore,
      store: { activity, writeBudget },
      adding: (add, abort) => addIfRoom(add, { repo, blockstore, putWatch, activity, clock, ...abort }),
      trickle,
      signal,
      ...(pin && { pinRoots: (roots) => pins.addRoots(roots, { signal }) }),
    })
    return { Key: printCid(cid), Size: sizeBytes }
  },
})
