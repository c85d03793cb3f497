import { defineCommand, json } from '../../command.ts'
import { CodeTable } from '../../shapes/cids.ts'
import { bool } from '../../wire.ts'

/** Spec: RPC document, section 4, `/cid/bases`. */
export const cidBases = defineCommand({
  path: 'cid/bases',
  about: 'List the multibase encodings',
  args: {},
  options: {
    prefix: bool('Show the single-letter prefixes'),
    numeric: bool('Show the numbers'),
  },
  reply: json(CodeTable),
})
