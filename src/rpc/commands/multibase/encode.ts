import { encodeMultibase, MAX_MULTIBASE_BYTES, namedMultibase } from '../../../codec/cid/transcode.ts'
import { bytes, defineCommand } from '../../declare/command.ts'
import { text } from '../../declare/wire.ts'
import { onlyPart } from '../../form/only-part.ts'
import { only } from '../../serve/only.ts'

/** Spec gap: not in the document, but called by today's clients. Encodes at most 1 MiB. */
export const multibaseEncode = defineCommand({
  path: 'multibase/encode',
  about: 'Encode the request body in a multibase',
  extension: true,
  args: {},
  options: { b: text('Multibase encoding', { fallback: 'base64url' }) },
  body: 'file',
  reply: bytes(),
  async run(_, { options, body }) {
    const base = namedMultibase(options.b)
    const encoded = encodeMultibase(await onlyPart(body, { limitBytes: MAX_MULTIBASE_BYTES }), base)
    return { content: only(encoded), sizeBytes: encoded.byteLength }
  },
})
