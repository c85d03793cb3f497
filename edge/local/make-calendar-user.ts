import { parseArgs } from 'node:util'
import { formatUsers, isLogin, isRole, makeUser, parseUsers } from '../../src/calendar/access/users.ts'
import { ROLES } from '../../src/calendar/model/settings.ts'
import { toBase64Url } from '../../src/codec/bytes/base64url.ts'
import { webCryptoRandom } from '../web-crypto-random.ts'

const USAGE = `npm run calendar-user -- <login> [--role ${ROLES.join('|')}] [--id <number>]`

/** 256 random bits cannot be guessed, so one hash is enough. */
const SECRET_BYTES = 32

/** Prints a new secret, which is not stored, and `CALENDAR_USERS` with its hash added. */
async function run(parameters: string[]): Promise<void> {
  const before = parseUsers(process.env['CALENDAR_USERS'] ?? '')
  const { login, role, id } = readParameters(parameters)
  const known = before.find((user) => user.login === login)
  const random = webCryptoRandom()
  const secret = toBase64Url(random.bytes(SECRET_BYTES))
  const next = Math.max(0, ...before.map((user) => user.id)) + 1
  const user = await makeUser({ id: id ?? known?.id ?? next, login, role, secret, random })
  const all = formatUsers([...before.filter((other) => other.login !== login), user])
  process.stdout.write(
    `Secret of ${login}, shown once:\n${secret}\n\nCALENDAR_USERS, for the node:\n${all}\n`,
  )
}

function readParameters(parameters: string[]) {
  const { values, positionals } = parseArgs({
    args: parameters,
    allowPositionals: true,
    options: { role: { type: 'string' }, id: { type: 'string' } },
  })
  const [login = ''] = positionals
  const { role = 'author', id } = values
  const isRight = isLogin(login) && positionals.length === 1 && /^([1-9]\d{0,8})?$/.test(id ?? '')
  if (!isRight || !isRole(role)) throw new Error(`usage: ${USAGE}`)
  return { login, role, id: id === undefined ? undefined : Number(id) }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
