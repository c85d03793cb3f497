import { cidConversion } from '../../../codec/cid/convert-cid.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { args, text } from '../../declare/wire.ts'
import { cidLines, cidLineText } from '../../print/cid-lines.ts'
import { CidFormatted } from '../../shapes/cids.ts'

/** Spec: RPC document, section 4, `/cid/format`. */
export const cidFormat = defineCommand({
  path: 'cid/format',
  about: 'Print CIDs in a format, or convert them',
  args: { cid: args('CIDs to format', { fromBody: true }) },
  options: {
    f: text('Format with the tokens of printf', { fallback: '%s' }),
    v: text('CID version to convert to'),
    codec: text('Codec to convert to', { alias: 'mc' }),
    b: text('Multibase encoding to print in'),
  },
  reply: ndjson(CidFormatted),
  text: cidLineText,
  async *run(_, { args: { cid: cids }, options: { f, v, codec, b } }) {
    yield* cidLines(cids, cidConversion({ format: f, version: v, codec, base: b }))
  },
})
