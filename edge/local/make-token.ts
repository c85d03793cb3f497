import { parseArgs } from 'node:util'
import {
  formatAuthorizations,
  isGrantablePath,
  isHolderName,
  parseAuthorizations,
} from '../../src/access/authorizations.ts'
import { makeToken } from '../../src/access/tokens.ts'
import { webCryptoRandom } from '../web-crypto-random.ts'

const USAGE =
  'npm run token -- <name> [--days <number>] [--path /api/v0/<path> | --path /pins | --path /relay]…'
const DAY_MS = 86_400_000

/** Prints a new token, which is not stored, and `API_AUTHORIZATIONS` with its hash added. */
async function run(parameters: string[]): Promise<void> {
  const { name, allowedPaths, expiresAtMs } = readParameters(parameters)
  const { token, authorization } = await makeToken({
    random: webCryptoRandom(),
    name,
    allowedPaths,
    expiresAtMs,
  })
  const before = parseAuthorizations(process.env['API_AUTHORIZATIONS'] ?? '')
  const all = formatAuthorizations(new Map(before).set(name, authorization))
  process.stdout.write(`Token, shown once:\n${token}\n\nAPI_AUTHORIZATIONS, for the node:\n${all}\n`)
}

function readParameters(parameters: string[]) {
  const { values, positionals } = parseArgs({
    args: parameters,
    allowPositionals: true,
    options: { days: { type: 'string' }, path: { type: 'string', multiple: true } },
  })
  const [name = ''] = positionals
  const { days, path: allowedPaths = ['/api/v0'] } = values
  const isRight = isHolderName(name) && positionals.length === 1 && allowedPaths.every(isGrantablePath)
  if (!isRight || !/^(\d{1,5})?$/.test(days ?? '')) throw new Error(`usage: ${USAGE}`)
  return {
    name,
    allowedPaths,
    expiresAtMs: days === undefined ? undefined : Date.now() + Number(days) * DAY_MS,
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
