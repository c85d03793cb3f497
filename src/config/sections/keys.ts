import { parseHostSecret } from '../../keys/host-secret.ts'
import { parsedBy } from '../../settings/kind.ts'
import { type Section, setting } from '../../settings/setting.ts'

/** The protection of the node's private keys. */
export const keysSection = {
  onFault: 'unset',
  logScope: 'keys',
  settings: {
    encryptionKey: setting({
      name: 'Keys.EncryptionKey',
      variable: 'KEY_ENCRYPTION_KEY',
      type: parsedBy(parseHostSecret, { form: 'text', example: `${'A'.repeat(43)}=` }),
      default: undefined,
      shown: 'of `npm start`: the file `key-encryption-key` in its data folder, made at the first start',
      needsRestart: true,
      isSecret: true,
      about:
        'encrypts the private keys of the node: 32 bytes in base64, as `openssl rand -base64 32` prints them, a secret of the deployment. Without it the node creates and accepts no keys, and data that another key has encrypted cannot be used',
    }),
  },
} as const satisfies Section
