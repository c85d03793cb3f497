import { multibaseOf } from '../../../codec/cid/multibase.ts'
import { DomainError } from '../../../errors.ts'
import { verifyData } from '../../../keys/signatures.ts'
import { defineCommand, emitted } from '../../declare/command.ts'
import { text } from '../../declare/wire.ts'
import { onlyPart } from '../../form/only-part.ts'
import { keyBase, nmsBase } from '../../options/key-base.ts'
import { keyInfo, MAX_SIGNED_BYTES } from '../../print/key-info.ts'
import { KeyVerified } from '../../shapes/names.ts'

/**
 * Spec gap: not in the document, but called by today's clients. The reference answers a wrong RSA, ECDSA or
 * secp256k1 signature with an error, but a wrong Ed25519 signature as here.
 */
export const keyVerify = defineCommand({
  path: 'key/verify',
  about: 'Check a signature of data against a key',
  extension: true,
  status: 'experimental',
  args: {},
  options: {
    key: text('Name of the key; the key of this node when absent', { alias: 'k' }),
    signature: text('The signature, in a multibase', { alias: 's' }),
    'nms-base': nmsBase,
  },
  body: 'data',
  reply: emitted(KeyVerified),
  parts: ['keys'],
  async run({ keys }, { options, body, signal }) {
    const base = keyBase(options['nms-base'])
    const signature = decodeMultibase(options.signature ?? '')
    const data = await onlyPart(body, { limitBytes: MAX_SIGNED_BYTES })
    const { key, isValid } = await verifyData(keys, data, { key: options.key, signature, signal })
    return { Key: keyInfo(key, base), SignatureValid: isValid }
  },
})

/** No key makes longer signatures. */
const MAX_SIGNATURE_CHARACTERS = 8192

function decodeMultibase(text: string): Uint8Array {
  if (text === '') throw invalid('cannot decode multibase for zero length string')
  const base = multibaseOf(text)
  if (!base) throw invalid('selected encoding not supported')
  if (text.length > MAX_SIGNATURE_CHARACTERS) throw invalid('signature too long')
  try {
    return base.decoder.decode(text)
  } catch (cause) {
    throw new DomainError('invalid-argument', `signature is not ${base.name}`, { cause })
  }
}

function invalid(reason: string): DomainError {
  return new DomainError('invalid-argument', reason)
}
