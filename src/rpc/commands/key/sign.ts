import { toBase64Url } from '../../../codec/bytes/base64url.ts'
import { signData } from '../../../keys/signatures.ts'
import { defineCommand, emitted } from '../../declare/command.ts'
import { text } from '../../declare/wire.ts'
import { onlyPart } from '../../form/only-part.ts'
import { keyBase, nmsBase } from '../../options/key-base.ts'
import { keyInfo, MAX_SIGNED_BYTES } from '../../print/key-info.ts'
import { KeySigned } from '../../shapes/names.ts'

/** Spec gap: not in the document, but called by today's clients. */
export const keySign = defineCommand({
  path: 'key/sign',
  about: 'Sign data with a key',
  extension: true,
  status: 'experimental',
  args: {},
  options: {
    key: text('Name of the key; the key of this node when absent', { alias: 'k' }),
    'nms-base': nmsBase,
  },
  body: 'data',
  reply: emitted(KeySigned),
  parts: ['keys'],
  async run({ keys }, { options, body, signal }) {
    const base = keyBase(options['nms-base'])
    const data = await onlyPart(body, { limitBytes: MAX_SIGNED_BYTES })
    const { key, signature } = await signData(keys, data, { key: options.key, signal })
    return { Key: keyInfo(key, base), Signature: `u${toBase64Url(signature)}` }
  },
})
