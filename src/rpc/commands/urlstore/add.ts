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
})
