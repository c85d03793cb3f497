import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeToken, tokenHolder } from '../../../src/access/tokens.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'

const random = seededRandom(7)
const grant = { allowedPaths: ['/api/v0'], expiresAtMs: undefined }
const laptop = await makeToken({ random, name: 'laptop', ...grant })
const phone = await makeToken({ random, name: 'phone', ...grant })
const authorizations = new Map(
  [laptop, phone].map(({ authorization }) => [authorization.name, authorization]),
)

const holder = async (header: string) => (await tokenHolder(header, authorizations))?.name
const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`

describe('makeToken()', () => {
  it('makes a name with 256 bits behind it, and keeps a salted hash alone', () => {
    const { token, authorization } = laptop

    expect(token).toMatch(/^laptop\.[A-Za-z0-9_-]{43}$/)
    expect(Buffer.from(authorization.digest)).toEqual(
      createHash('sha256').update(authorization.salt).update(token).digest(),
    )
    expect(phone.authorization.salt).not.toEqual(authorization.salt)
  })
})

describe('tokenHolder()', () => {
  it.each([
    ['a bearer token', `Bearer ${laptop.token}`],
    ['the word in any case', `bEARER  ${laptop.token}`],
    ['a password', basic('laptop', laptop.token)],
    ['a password, the word in any case', basic('laptop', laptop.token).replace('Basic', 'basic')],
  ])('knows %s', async (_, header) => {
    expect(await holder(header)).toBe('laptop')
  })

  it.each([
    ['nothing', ''],
    ['another word', `Token ${laptop.token}`],
    ['the token alone', laptop.token],
    ['no token', 'Bearer '],
    ['a name alone', 'Bearer laptop'],
    ['a name and a dot', 'Bearer laptop.'],
    ['a secret alone', `Bearer ${laptop.token.slice('laptop'.length)}`],
    ['a part of the token', `Bearer ${laptop.token.slice(0, -1)}`],
    ['more than the token', `Bearer ${laptop.token}x`],
    ['the secret of another', `Bearer laptop.${phone.token.slice('phone.'.length)}`],
    ['an unknown name', `Bearer ${laptop.token.replace('laptop', 'tablet')}`],
    ['a name that objects have', 'Bearer __proto__.x'],
    ['a password of another user', basic('phone', laptop.token)],
    ['a password of no user', basic('', laptop.token)],
    ['a password without a colon', `Basic ${btoa(laptop.token)}`],
    ['what is no base64', 'Basic ====='],
    ['a header without end', `Bearer ${laptop.token}${'.'.repeat(100_000)}`],
  ])('does not know %s', async (_, header) => {
    expect(await holder(header)).toBeUndefined()
  })
})
