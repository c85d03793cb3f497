import { defineCommand, json } from '../../command.ts'
import { CodeTable } from '../../shapes/cids.ts'
import { bool } from '../../wire.ts'

/** Spec: RPC document, section 4, `/cid/hashes`. */
export const cidHashes = defineCommand({
  path: 'cid/hashes',
  about: 'List the multihash functions',
  args: {},
  options: {
    numeric: bool('Show the numbers', { alias: 'n' }),
    supported: bool('List only the functions that this node computes', { alias: 's' }),
  },
  reply: json(CodeTable),
})
