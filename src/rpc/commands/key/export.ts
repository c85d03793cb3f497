import { DomainError } from '../../../errors.ts'
import type { EncryptOptions } from '../../../keys/asn1/encrypted-pkcs8.ts'
import type { PrivateKey } from '../../../keys/key-message.ts'
import { refuseSelf } from '../../../keys/key-names.ts'
import { loadPem } from '../../../keys/load-pem.ts'
import { bytes, defineCommand } from '../../declare/command.ts'
import { arg, text } from '../../declare/wire.ts'
import { only } from '../../serve/only.ts'

const PEM = 'pem-pkcs8-cleartext'

type Write = (key: PrivateKey, encrypted: EncryptOptions | undefined) => Promise<Uint8Array>

const writers: Readonly<Record<string, Write | undefined>> = {
  'libp2p-protobuf-cleartext': async ({ message }) => message,
  [PEM]: async (key, encrypted) => new TextEncoder().encode(await (await loadPem()).writePem(key, encrypted)),
}

/** Spec: RPC document, section 4, `/key/export`. */
export const keyExport = defineCommand({
  path: 'key/export',
  about: 'Export a key with its secret',
  secret: true,
  args: { name: arg('Name of the key') },
  options: {
    output: text('Ignored: the reply is the key', { alias: 'o' }),
    format: text('Form of the key: libp2p-protobuf-cleartext or pem-pkcs8-cleartext', {
      alias: 'f',
      fallback: 'libp2p-protobuf-cleartext',
    }),
    password: text('Encrypts the key with it, in the form pem-pkcs8-cleartext', { isSecret: true }),
  },
  reply: bytes(),
  parts: ['keys', 'random'],
  async run({ keys, random }, { args: { name }, options: { format, password }, signal }) {
    refuseSelf(name, 'export')
    const write = writers[format]
    if (!write) throw new DomainError('invalid-argument', `unrecognized export format: ${format}`)
    if (password && format !== PEM) {
      throw new DomainError('invalid-argument', `password is for format=${PEM}`)
    }
    if (!(await keys.find(name, { signal }))) {
      throw new DomainError('not-found', `key with name '${name}' doesn't exist`)
    }
    const content = await write(
      await keys.open(name, { signal }),
      password ? { password, random } : undefined,
    )
    return { content: only(content), sizeBytes: content.byteLength, contentType: 'application/octet-stream' }
  },
})
