import { formatUsers, isLogin, isRole, makeUser, parseUsers } from '../../src/calendar/access/users.ts'
import { ROLES } from '../../src/calendar/model/settings.ts'
import { toBase64Url } from '../../src/codec/bytes/base64url.ts'
import { webCryptoRandom } from '../web-crypto-random.ts'
import { runSecretCommand } from './secret-command.ts'

/** 256 random bits cannot be guessed, so one hash is enough. */
const SECRET_BYTES = 32

/**
 * Prints a new secret, which is not stored, and `CALENDAR_USERS` with its hash added. A user who has a secret already
 * keeps id and role, unless an option gives others.
 */
await runSecretCommand({
  usage: `npm run calendar-user -- <login> [--role ${ROLES.join('|')}] [--id <number>]`,
  options: { role: { type: 'string' }, id: { type: 'string' } },
  async make(login, { role: newRole, id }) {
    if (!isLogin(login) || (id !== undefined && !/^[1-9]\d{0,8}$/.test(id))) return undefined
    const before = parseUsers(process.env['CALENDAR_USERS'] ?? '')
    const known = before.find((user) => user.login === login)
    const role = newRole ?? known?.role ?? 'author'
    if (!isRole(role)) return undefined
    const random = webCryptoRandom()
    const secret = toBase64Url(random.bytes(SECRET_BYTES))
    const next = Math.max(0, ...before.map((user) => user.id)) + 1
    const ownId = id === undefined ? (known?.id ?? next) : Number(id)
    const user = await makeUser({ id: ownId, login, role, secret, random })
    const all = formatUsers([...before.filter((other) => other.login !== login), user])
    // Throws for a value with which the node would not start.
    parseUsers(all)
    return `Secret of ${login}, shown once:\n${secret}\n\nCALENDAR_USERS, for the node:\n${all}\n`
  },
})
