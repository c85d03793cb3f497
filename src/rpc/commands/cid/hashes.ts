import { hashList } from '../../../codec/code-lists.ts'
import { codeTable, codeTableText } from '../../code-table.ts'
import { defineCommand, json } from '../../command.ts'
import { CodeTable } from '../../shapes/cids.ts'
import { bool } from '../../wire.ts'

/** Spec: RPC document, section 4, `/cid/hashes`. Only what is computed here is listed, so `supported` leaves out nothing. */
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
