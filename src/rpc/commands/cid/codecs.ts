import { codecList } from '../../../codec/cid/code-lists.ts'
import { hasKnownLinks } from '../../../codec/ipld/block-links.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { codeTable, codeTableText } from '../../print/code-table.ts'
import { CodeTable } from '../../shapes/cids.ts'

/** Spec: RPC document, section 4, `/cid/codecs`. Each codec is listed once, under its name in the multicodec table. */
export const cidCodecs = defineCommand({
  path: 'cid/codecs',
  about: 'List the codecs of CIDs',
  args: {},
  options: {
    numeric: bool('Show the numbers', { alias: 'n', fallback: false }),
    supported: bool('List only the codecs that this node reads', { alias: 's', fallback: false }),
  },
  reply: json(CodeTable),
  text: codeTableText,
  run: async (_, { options: { supported } }) =>
    codeTable(supported ? codecList.filter(({ code }) => hasKnownLinks(code)) : codecList),
})
