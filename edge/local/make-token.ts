import {
  formatAuthorizations,
  isGrantablePath,
  isHolderName,
  parseAuthorizations,
} from '../../src/access/authorizations.ts'
import { makeToken } from '../../src/access/tokens.ts'
import { webCryptoRandom } from '../web-crypto-random.ts'
import { runSecretCommand } from './secret-command.ts'

const DAY_MS = 86_400_000

/** Prints a new token, which is not stored, and `API_AUTHORIZATIONS` with its hash added. */
await runSecretCommand({
  usage: 'npm run token -- <name> [--days <number>] [--path /api/v0/<path> | --path /pins | --path /relay]…',
  options: { days: { type: 'string' }, path: { type: 'string', multiple: true } },
  async make(name, { days, path: allowedPaths = ['/api/v0'] }) {
    const isRight = isHolderName(name) && allowedPaths.every(isGrantablePath)
    if (!isRight || !/^(\d{1,5})?$/.test(days ?? '')) return undefined
    const { token, authorization } = await makeToken({
      random: webCryptoRandom(),
      name,
      allowedPaths,
      expiresAtMs: days === undefined ? undefined : Date.now() + Number(days) * DAY_MS,
    })
    const before = parseAuthorizations(process.env['API_AUTHORIZATIONS'] ?? '')
    const all = formatAuthorizations(new Map(before).set(name, authorization))
    return `Token, shown once:\n${token}\n\nAPI_AUTHORIZATIONS, for the node:\n${all}\n`
  },
})
