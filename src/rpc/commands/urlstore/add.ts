import { addUrl } from '../../../filestore/add-url.ts'
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
  parts: ['activity', 'writeBudget', 'pins', 'repo', 'blockstore', 'filestore'],
  async run(
    { activity, writeBudget, pins, repo, blockstore, filestore },
    { args, options: { trickle, pin }, signal, printCid },
  ) {
    const { cid, sizeBytes } = await addUrl(args.url, {
      filestore,
      store: { activity, writeBudget, blockstore },
      adding: repo.adding,
      trickle,
      signal,
      ...(pin && { pinRoots: (roots) => pins.addRoots(roots, { signal }) }),
    })
    return { Key: printCid(cid), Size: sizeBytes }
  },
})
