import {
  decodeMultibase,
  encodeMultibase,
  MAX_MULTIBASE_BYTES,
  namedMultibase,
} from '../../../codec/cid/transcode.ts'
import { bytes, defineCommand } from '../../declare/command.ts'
import { text } from '../../declare/wire.ts'
import { onlyPart } from '../../form/only-part.ts'
import { only } from '../../serve/only.ts'

/** Spec gap: not in the document, but called by today's clients. Reads at most 1 MiB. */
export const multibaseTranscode = defineCommand({
  path: 'multibase/transcode',
  about: 'Encode the multibase text in the request body in another base',
  extension: true,
  args: {},
  options: { b: text('Multibase encoding', { fallback: 'base64url' }) },
  body: 'encoded_file',
  reply: bytes(),
  async run(_, { options, body }) {
    const base = namedMultibase(options.b)
    const decoded = decodeMultibase(await onlyPart(body, { limitBytes: MAX_MULTIBASE_BYTES }))
    const encoded = encodeMultibase(decoded, base)
    return { content: only(encoded), sizeBytes: encoded.byteLength }
  },
})
