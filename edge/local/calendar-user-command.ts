import { formatUsers, isLogin, isRole, makeUser, parseUsers } from '../../src/calendar/access/users.ts'
import { ROLES } from '../../src/calendar/model/settings.ts'
import { toBase64Url } from '../../src/codec/bytes/base64url.ts'
import { webCryptoRandom } from '../web-crypto-random.ts'
import { ownArgument, ownOption } from './own-command.ts'
import type { SecretCommand } from './secret-command.ts'
import { UsageError } from './usage-error.ts'

/** 256 random bits cannot be guessed, so one hash is enough. */
const SECRET_BYTES = 32

/**
 * Makes a secret, which is not stored, and `CALENDAR_USERS` with its hash added. A user who has a secret already keeps
 * id and role, unless an option gives others.
 */
export const CALENDAR_USER_COMMAND: SecretCommand = {
  about: 'Make a user of the calendar',
  args: [ownArgument('login', 'Login of the user: 1 to 64 letters, digits, "_" or "-"')],
  options: [
    ownOption('role', `One of ${ROLES.join(', ')}. Default: that of the user, or author`, {
      placeholder: 'role',
    }),
    ownOption('id', 'Number of the user. Default: that of the user, or the next one', {
      placeholder: 'number',
    }),
  ],
  variables: { CALENDAR_USERS: 'Users that there are already; they are kept' },
  callsNode: false,
  variable: 'CALENDAR_USERS',
  async make(login, { role: newRole, id }) {
    if (!isLogin(login))
      throw new UsageError(
        `Cannot make a user "${login}": the login is not 1 to 64 letters, digits, "_" or "-"`,
      )
    if (id !== undefined && !/^[1-9]\d{0,8}$/.test(String(id)))
      throw new UsageError(`Cannot make a user with --id "${id}": not a number from 1 to 999999999`)
    const before = parseUsers(process.env['CALENDAR_USERS'] ?? '')
    const known = before.find((user) => user.login === login)
    const role = newRole ?? known?.role ?? 'author'
    if (!isRole(role))
      throw new UsageError(`Cannot make a user with --role "${role}": none of ${ROLES.join(', ')}`)
    const random = webCryptoRandom()
    const secret = toBase64Url(random.bytes(SECRET_BYTES))
    const next = Math.max(0, ...before.map((user) => user.id)) + 1
    const ownId = id === undefined ? (known?.id ?? next) : Number(id)
    const user = await makeUser({ id: ownId, login, role, secret, random })
    const value = formatUsers([...before.filter((other) => other.login !== login), user])
    // Throws for a value with which the node would not start.
    parseUsers(value)
    return { label: `Secret of ${login}`, secret, value }
  },
}
