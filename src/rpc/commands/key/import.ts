import { DomainError, isDomainError } from '../../../errors.ts'
import type { PrivateKey } from '../../../keys/key-message.ts'
import { refuseSelf } from '../../../keys/key-names.ts'
import { loadPem } from '../../../keys/load-pem.ts'
import { readPrivateKey } from '../../../keys/private-key.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool, text } from '../../declare/wire.ts'
import { onlyPart } from '../../form/only-part.ts'
import { keyBase, nmsBase } from '../../options/key-base.ts'
import { keyInfo } from '../../print/key-info.ts'
import { KeyInfo } from '../../shapes/names.ts'

/** An RSA key of 8192 bits takes 6400 bytes in PEM. */
const MAX_KEY_BYTES = 32 * 1024

const NOT_ALLOWED =
  "key type *crypto.ECDSAPrivateKey is not allowed to be imported, only RSA, Ed25519, or Secp256k1; use flag --allow-any-key-type if you are sure of what you're doing"

/** Spec: RPC document, section 4, `/key/import`. */
export const keyImport = defineCommand({
  path: 'key/import',
  about: 'Import a key',
  args: { name: arg('Name of the key') },
  options: {
    'nms-base': nmsBase,
    format: text('Form of the key: libp2p-protobuf-cleartext or pem-pkcs8-cleartext', {
      alias: 'f',
      fallback: 'libp2p-protobuf-cleartext',
    }),
    'allow-any-key-type': bool('Accept kinds of keys that others may not read'),
    password: text('What the key is encrypted with, in the form pem-pkcs8-cleartext', { isSecret: true }),
  },
  body: 'key',
  reply: json(KeyInfo),
  text: ({ Id }: { Id: string }) => `${Id}\n`,
  parts: ['keys'],
  async run({ keys }, { args: { name }, options, body, signal }) {
    refuseSelf(name, 'import')
    const base = keyBase(options['nms-base'])
    const key = await readKey(await onlyPart(body, { limitBytes: MAX_KEY_BYTES }), options)
    if (key.type === 'ecdsa' && !options['allow-any-key-type']) {
      throw new DomainError('invalid-argument', NOT_ALLOWED)
    }
    return keyInfo(await keys.add(name, key, { signal }), base)
  },
})

interface Form {
  readonly format: string
  readonly password?: string | undefined
}

async function readKey(bytes: Uint8Array, { format, password }: Form): Promise<PrivateKey> {
  const text = new TextDecoder().decode(bytes)
  if (format === 'pem-pkcs8-cleartext') return (await loadPem()).readPem(text, password)
  if (format !== 'libp2p-protobuf-cleartext') {
    throw new DomainError('invalid-argument', `unrecognized import format: ${format}`)
  }
  if (text.includes('-----BEGIN ')) {
    const advice = 'try again with format=pem-pkcs8-cleartext'
    throw new DomainError('invalid-argument', `unexpected PEM block for format=${format}: ${advice}`)
  }
  try {
    return await readPrivateKey(bytes)
  } catch (error) {
    if (!isDomainError(error)) throw error
    throw new DomainError(error.code, `unable to unmarshall format=${format}: ${error.message}`)
  }
}
