import {
  formatAuthorizations,
  isGrantablePath,
  isHolderName,
  parseAuthorizations,
} from '../../src/access/authorizations.ts'
import { makeToken } from '../../src/access/tokens.ts'
import { webCryptoRandom } from '../web-crypto-random.ts'
import { ownArgument, ownOption } from './own-command.ts'
import type { SecretCommand } from './secret-command.ts'
import { UsageError } from './usage-error.ts'

const DAY_MS = 86_400_000

/**
 * Makes a token, which is not stored, and `API_AUTHORIZATIONS` with its hash added. A name that has a token already
 * keeps its paths and its expiry, unless an option gives others.
 */
export const TOKEN_COMMAND: SecretCommand = {
  about: 'Make a token for callers of a node',
  args: [ownArgument('name', 'Name of the token: 1 to 64 letters, digits, "_" or "-"')],
  options: [
    ownOption('days', 'Days until it expires. Default: those of the name, or never', {
      placeholder: 'number',
    }),
    ownOption(
      'path',
      'What it permits, with all below: /api/v0/…, /pins or /relay; may be repeated. Default: those of the name, or /api/v0',
      { placeholder: 'path', type: 'array' },
    ),
  ],
  variables: { API_AUTHORIZATIONS: 'Tokens that there are already; they are kept' },
  callsNode: false,
  variable: 'API_AUTHORIZATIONS',
  async make(name, { days, path }) {
    if (!isHolderName(name))
      throw new UsageError(
        `Cannot make a token "${name}": the name is not 1 to 64 letters, digits, "_" or "-"`,
      )
    if (days !== undefined && !/^[1-9]\d{0,4}$/.test(String(days)))
      throw new UsageError(`Cannot make a token for --days "${days}": not a number from 1 to 99999`)
    const before = parseAuthorizations(process.env['API_AUTHORIZATIONS'] ?? '')
    const known = before.get(name)
    const allowedPaths = path === undefined ? (known?.allowedPaths ?? ['/api/v0']) : [path].flat()
    const wrong = allowedPaths.find((one) => !isGrantablePath(one))
    if (wrong !== undefined) {
      throw new UsageError(
        `Cannot make a token for --path "${wrong}": neither /api/v0 nor a path below it, such as /api/v0/add, nor /pins nor /relay`,
      )
    }
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
    const value = formatAuthorizations(new Map(before).set(name, authorization))
    // Throws for a value with which the node would not start.
    parseAuthorizations(value)
    return { label: 'Token', secret: token, value }
  },
}
