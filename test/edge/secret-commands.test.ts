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

const HASH = `sha256:${'A'.repeat(22)}:${'A'.repeat(43)}`
/** A path with a quote, which ends a word of a shell. */
const QUOTED = {
  API_AUTHORIZATIONS: JSON.stringify({ ann: { AuthSecret: HASH, AllowedPaths: ["/api/v0/it's"] } }),
}

describe.each([
  { script: 'edge/local/make-token.ts', call: 'npm run token --', argument: 'name', before: QUOTED },
  {
    script: 'edge/local/make-calendar-user.ts',
    call: 'npm run calendar-user --',
    argument: 'login',
    before: {},
  },
])('$script', ({ script, call, argument, before }) => {
  it('describes itself for --help', () => {
    const { status, stdout, stderr } = run(script, '--help')

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain(`Usage: ${call} <${argument}> [options]\n`)
  })

  it('ends with 2 for a call that cannot be understood, says what it is, and makes no secret', () => {
    const advice = `${call} --help describes it\n`
    const refused = [
      [['ann', '--nonsense'], 'Unknown option "--nonsense"'],
      [['ann', 'bob'], '"bob" is one argument too many'],
      [[], `Argument "${argument}" is missing`],
    ] as const

    for (const [parameters, fault] of refused) {
      const { status, stdout, stderr } = run(script, ...parameters)
      expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: `${fault}\n${advice}` })
    }
  })

  it('prints on stderr a line with which a shell starts a node with the value', () => {
    const { stdout, stderr } = runWith(before, script, 'bob')
    const line = stderr.trimEnd().split('\n').at(-1) ?? ''
    const [variable] = line.split('=', 1)
    const print = `"${process.execPath}" -p process.env.${variable}`

    const { stdout: read } = spawnSync('sh', ['-c', line.replace(/npm start$/, print)], { encoding: 'utf8' })

    expect(line).toMatch(/^[A-Z_]+='.*' npm start$/)
    expect(read.trimEnd()).toBe(printedValue(stdout))
  })

  it('ends with 2 for a name that no header can carry, and quotes it', () => {
    const { status, stdout, stderr } = run(script, 'bad name')

    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(new RegExp(`"bad name": the ${argument} is not 1 to 64 letters`))
  })
})

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
  })

  it('ends with 2 for days or a path that are none, and quotes them', () => {
    for (const days of ['', '0', 'x'])
      expect(make({}, 'ann', `--days=${days}`)).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining(`--days "${days}": not a number from 1 to 99999`),
      })
    expect(make({}, 'ann', '--path', '/pins', '--path', 'pins')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('--path "pins": neither'),
    })
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
    for (const id of ['', '0']) expect(make('bob', `--id=${id}`)).toMatchObject({ status: 2, stdout: '' })
    expect(make('bob', '--id=3')).toMatchObject({ status: 1, stdout: '' })
  })

  it('ends with 2 for a role that is none, and lists those that are', () => {
    expect(make('bob', '--role', 'owner')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('--role "owner": none of subscriber, contributor, author, editor'),
    })
  })
})
