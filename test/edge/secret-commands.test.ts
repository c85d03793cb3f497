import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAuthorizations } from '../../src/access/authorizations.ts'
import { parseUsers } from '../../src/calendar/access/users.ts'

const PROJECT = join(import.meta.dirname, '../..')

const run = (...parameters: string[]) => runWith({}, ...parameters)
const runWith = (variables: Readonly<Record<string, string>>, ...parameters: string[]) =>
  spawnSync(process.execPath, parameters, {
    cwd: PROJECT,
    encoding: 'utf8',
    env: { ...process.env, API_AUTHORIZATIONS: '', CALENDAR_USERS: '', ...variables },
  })

/** The value for the node, which is the last line. */
const printedValue = (stdout: string) => stdout.trimEnd().split('\n').at(-1) ?? ''

describe.each([
  { script: 'edge/local/make-token.ts', usage: 'usage: npm run token -- <name>' },
  { script: 'edge/local/make-calendar-user.ts', usage: 'usage: npm run calendar-user -- <login>' },
])('$script', ({ script, usage }) => {
  it('prints its usage for --help', () => {
    const { status, stdout, stderr } = run(script, '--help')

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain(usage)
  })

  it('says what it cannot read, then its usage, and makes no secret', () => {
    const { status, stdout, stderr } = run(script, 'ann', '--nonsense')

    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain("Unknown option '--nonsense'")
    expect(stderr).toContain(usage)
  })

  it('refuses two names', () => {
    const { status, stdout, stderr } = run(script, 'ann', 'bob')

    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(usage)
  })
})

const HASH = `sha256:${'A'.repeat(22)}:${'A'.repeat(43)}`

describe('npm run token', () => {
  const Expires = '2999-12-28T00:00:00.000Z'
  const uploader = { AuthSecret: HASH, AllowedPaths: ['/api/v0/add'], Expires }
  const make = (before: object, ...parameters: string[]) =>
    runWith({ API_AUTHORIZATIONS: JSON.stringify(before) }, 'edge/local/make-token.ts', ...parameters)
  const rightsOf = (stdout: string, name: string) => parseAuthorizations(printedValue(stdout)).get(name)

  it('keeps paths and expiry of a name that has a token, and replaces its secret', () => {
    const { stdout } = make({ uploader }, 'uploader')

    expect(JSON.parse(printedValue(stdout))).toEqual({
      uploader: { ...uploader, AuthSecret: expect.not.stringMatching(HASH) },
    })
  })

  it('changes only what an option gives', () => {
    const { stdout: moved } = make({ uploader }, 'uploader', '--path', '/pins')
    const { stdout: prolonged } = make({ uploader }, 'uploader', '--days', '1')

    expect(rightsOf(moved, 'uploader')).toMatchObject({
      allowedPaths: ['/pins'],
      expiresAtMs: Date.parse(Expires),
    })
    expect(rightsOf(prolonged, 'uploader')).toMatchObject({ allowedPaths: ['/api/v0/add'] })
    expect(rightsOf(prolonged, 'uploader')?.expiresAtMs).toBeLessThan(Date.parse(Expires))
  })

  it('gives a new name the whole API without expiry, and leaves the others', () => {
    const { stdout } = make({ uploader }, 'laptop')

    expect(rightsOf(stdout, 'laptop')).toMatchObject({ allowedPaths: ['/api/v0'], expiresAtMs: undefined })
    expect(JSON.parse(printedValue(stdout))).toMatchObject({ uploader })
  })

  it('makes no token that has expired already', () => {
    const { status, stdout, stderr } = make(
      { old: { ...uploader, Expires: '2001-01-01T00:00:00.000Z' } },
      'old',
    )

    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain('2001-01-01T00:00:00.000Z')
    for (const days of ['', '0'])
      expect(make({}, 'ann', `--days=${days}`)).toMatchObject({ status: 1, stdout: '' })
  })

  it('prints no value that the node refuses', () => {
    // The year of this instant is 10000 in UTC.
    const late = { ...uploader, Expires: '9999-12-31T23:59:59-12:00' }

    expect(make({ late }, 'ann')).toMatchObject({ status: 1, stdout: '' })
  })
})

describe('npm run calendar-user', () => {
  const ann = { id: 3, login: 'ann', role: 'administrator', secret: HASH }
  const make = (...parameters: string[]) =>
    runWith({ CALENDAR_USERS: JSON.stringify([ann]) }, 'edge/local/make-calendar-user.ts', ...parameters)

  it('keeps id and role of a user, and replaces the secret', () => {
    const { stdout } = make('ann')

    expect(JSON.parse(printedValue(stdout))).toEqual([{ ...ann, secret: expect.not.stringMatching(HASH) }])
  })

  it('changes only what an option gives', () => {
    expect(parseUsers(printedValue(make('ann', '--role', 'editor').stdout))).toMatchObject([
      { id: 3, role: 'editor' },
    ])
    expect(parseUsers(printedValue(make('ann', '--id', '5').stdout))).toMatchObject([
      { id: 5, role: 'administrator' },
    ])
  })

  it('makes a new user an author with the next id, and leaves the others', () => {
    const { stdout } = make('bob')

    expect(parseUsers(printedValue(stdout))).toMatchObject([{ login: 'ann' }, { id: 4, role: 'author' }])
    expect(JSON.parse(printedValue(stdout))).toMatchObject([ann, { login: 'bob' }])
  })

  it('refuses an id that is none, and the id of another user', () => {
    for (const id of ['', '0', '3']) {
      expect(make('bob', `--id=${id}`)).toMatchObject({ status: 1, stdout: '' })
    }
  })
})
