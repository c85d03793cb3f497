import { cidConversion } from '../../../codec/cid/convert-cid.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { args } from '../../declare/wire.ts'
import { cidLines, cidLineText } from '../../print/cid-lines.ts'
import { CidFormatted } from '../../shapes/cids.ts'

/** Spec: RPC document, section 4, `/cid/base32`. */
export const cidBase32 = defineCommand({
  path: 'cid/base32',
  about: 'Convert CIDs to version 1 in base32',
  args: { cid: args('CIDs to convert', { fromBody: true }) },
  options: {},
  reply: ndjson(CidFormatted),
  text: cidLineText,
  run: (_, { args: { cid: cids } }) => cidLines(cids, cidConversion({ format: '%s', base: 'base32' })),
})
