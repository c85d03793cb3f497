import { decodeMultibase, MAX_MULTIBASE_BYTES } from '../../../codec/cid/transcode.ts'
import { bytes, defineCommand } from '../../declare/command.ts'
import { onlyPart } from '../../form/only-part.ts'
import { only } from '../../serve/only.ts'

/** Spec gap: not in the document, but called by today's clients. Decodes at most 1 MiB. */
export const multibaseDecode = defineCommand({
  path: 'multibase/decode',
  about: 'Decode the multibase text in the request body',
  extension: true,
  args: {},
  options: {},
  body: 'encoded_file',
  reply: bytes(),
  async run(_, { body }) {
    const decoded = decodeMultibase(await onlyPart(body, { limitBytes: MAX_MULTIBASE_BYTES }))
    return { content: only(decoded), sizeBytes: decoded.byteLength }
  },
})
