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

/**
 * Prints a new token, which is not stored, and `API_AUTHORIZATIONS` with its hash added. A name that has a token
 * already keeps its paths and its expiry, unless an option gives others.
 */
await runSecretCommand({
  usage: 'npm run token -- <name> [--days <number>] [--path /api/v0/<path> | --path /pins | --path /relay]…',
  options: { days: { type: 'string' }, path: { type: 'string', multiple: true } },
  async make(name, { days, path }) {
    if (!isHolderName(name) || (days !== undefined && !/^[1-9]\d{0,4}$/.test(days))) return undefined
    const before = parseAuthorizations(process.env['API_AUTHORIZATIONS'] ?? '')
    const known = before.get(name)
    const allowedPaths = path ?? known?.allowedPaths ?? ['/api/v0']
    if (!allowedPaths.every(isGrantablePath)) return undefined
    const nowMs = Date.now()
    const expiresAtMs = days === undefined ? known?.expiresAtMs : nowMs + Number(days) * DAY_MS
    if (expiresAtMs !== undefined && expiresAtMs <= nowMs)
      throw new Error(
        `Cannot keep expiry "${new Date(expiresAtMs).toISOString()}" of "${name}": passed. Give another by --days`,
      )
    const { token, authorization } = await makeToken({
      random: webCryptoRandom(),
      name,
      allowedPaths,
      expiresAtMs,
    })
    const all = formatAuthorizations(new Map(before).set(name, authorization))
    // Throws for a value with which the node would not start.
    parseAuthorizations(all)
    return `Token, shown once:\n${token}\n\nAPI_AUTHORIZATIONS, for the node:\n${all}\n`
  },
})
