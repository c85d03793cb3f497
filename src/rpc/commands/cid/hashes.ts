import { hashList } from '../../../codec/cid/code-lists.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { codeTable, codeTableText } from '../../print/code-table.ts'
import { CodeTable } from '../../shapes/cids.ts'

/** Spec: RPC document, section 4, `/cid/hashes`. Only supported functions are listed, so `supported` has no effect. */
export const cidHashes = defineCommand({
  path: 'cid/hashes',
  about: 'List the multihash functions',
  args: {},
  options: {
    numeric: bool('Show the numbers', { alias: 'n', fallback: false }),
    supported: bool('List only the functions that this node computes', { alias: 's', fallback: false }),
  },
  reply: json(CodeTable),
  text: codeTableText,
  run: async () => codeTable(hashList),
})
