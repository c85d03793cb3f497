import { describe, expect, it } from 'vitest'
import { callKeys, errorOf, failure, type KeyInfo, listKeys, removeKeysAtEnd } from '../requests/keys.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many refusals the other hosts get one: the core judges them. */
const EVERY = 4

const PREFIX = 'key-list '
removeKeysAtEnd(PREFIX)

const named = (name: string) => PREFIX + name
const create = async (name: string, query: Readonly<Record<string, string>> = {}) => {
  const response = await callKeys('key/gen', { arg: named(name), ...query })
  expect(response.status).toBe(200)
  return (await response.json()) as KeyInfo
}
const own = async (query: Readonly<Record<string, string>> = {}) =>
  (await listKeys(query)).filter(({ Name }) => Name.startsWith(PREFIX))

describe('POST /api/v0/key/gen', () => {
  it.each([
    ['ed25519', {}, /^k51qzi5uqu5d[a-z0-9]{50}$/],
    ['ed25519', { type: 'ed25519', size: '12', 'ipns-base': 'base32' }, /^bafzaajaiaejc[a-z2-7]{52}$/],
    ['ed25519', { 'nms-base': 'b58mh' }, /^12D3KooW[1-9A-Za-z]{44}$/],
    // One alone: to make it takes as long as all others together.
    ['rsa of the default size', { type: 'rsa', size: '-1' }, /^k2k4r8[a-z0-9]{50}$/],
    ['secp256k1', { type: 'secp256k1', 'ipns-base': 'v0' }, /^16Uiu2HA[1-9A-Za-z]{45}$/],
  ])('makes a key of type %s with %o', async (name, query, id) => {
    const made = await create(`${name}${Object.keys(query).length}`, query)

    expect(made).toEqual({
      Name: named(`${name}${Object.keys(query).length}`),
      Id: expect.stringMatching(id),
    })
    const { 'ipns-base': base, 'nms-base': other } = { 'ipns-base': '', 'nms-base': '', ...query }
    expect(await own({ 'ipns-base': base || other || 'base36' })).toContainEqual(made)
  })

  it('answers the id alone as text', async () => {
    const response = await callKeys('key/gen', { arg: named('as text'), encoding: 'text' })

    expect(await response.text()).toMatch(/^k51[a-z0-9]{59}\n$/)
  })

  it.each(
    sampleOnHosts(
      [
        [{ arg: 'self' }, "cannot create key with name 'self'"],
        [{ arg: '' }, 'key name must be at least one character'],
        [{ arg: named('x'), type: 'ecdsa' }, 'unrecognized key type: ecdsa'],
        [{ arg: named('x'), type: '' }, 'unrecognized key type: '],
        [{ arg: named('x'), type: 'rsa', size: '2047' }, 'rsa keys must be >= 2048 bits to be useful'],
        [{ arg: named('x'), type: 'rsa', size: '0' }, 'rsa keys must be >= 2048 bits to be useful'],
        [{ arg: named('x'), 'ipns-base': 'nope' }, 'unsupported multibase encoding: nope'],
        [{ arg: named('x'), 'ipns-base': '' }, 'empty multibase encoding'],
        [{ arg: 'n'.repeat(10_000) }, 'key name is 10000 bytes (max 255 bytes)'],
      ],
      EVERY,
    ),
  )('refuses %j and makes nothing', async (query, message) => {
    expect(await errorOf(callKeys('key/gen', query))).toEqual(failure(message))
    expect((await own()).map(({ Name }) => Name)).not.toContain(named('x'))
  })

  it('refuses a name that is taken, whatever the type', async () => {
    const { Id } = await create('taken')

    for (const type of ['ed25519', 'nope']) {
      expect(await errorOf(callKeys('key/gen', { arg: named('taken'), type }))).toEqual(
        failure(`key with name '${named('taken')}' already exists`),
      )
    }
    expect(await own()).toContainEqual({ Name: named('taken'), Id })
  })

  it('needs a name', async () => {
    expect(await errorOf(callKeys('key/gen'))).toEqual([400, 'argument "name" is required\n'])
  })
})

describe('POST /api/v0/key/list', () => {
  it('lists self, which is the peer, and then the others by their names', async () => {
    for (const name of ['b/c', 'a', 'é ü', 'Z']) await create(name)

    const keys = await listKeys({ 'ipns-base': 'b58mh' })
    const { ID } = (await (await callKeys('id')).json()) as { ID: string }

    expect(keys[0]).toEqual({ Name: 'self', Id: ID })
    const ours = keys.map(({ Name }) => Name).filter((name) => /^key-list (Z|a|b\/c|é ü)$/.test(name))
    expect(ours).toEqual(['Z', 'a', 'b/c', 'é ü'].map(named))
    expect(await (await callKeys('key/ls', { 'ipns-base': 'b58mh' })).json()).toEqual({ Keys: keys })
  })

  it('answers names as text, and ids in columns with l', async () => {
    const names = await (await callKeys('key/list', { encoding: 'text' })).text()
    const table = await (await callKeys('key/list', { encoding: 'text', l: 'true' })).text()
    const keys = await listKeys()

    expect(names).toBe(keys.map(({ Name }) => `${Name}\n`).join(''))
    const lines = table.trimEnd().split('\n')
    expect(lines.map((line) => line.trimEnd().replace(/ +/, ' '))).toEqual(
      keys.map(({ Name, Id }) => `${Id} ${Name}`),
    )
    expect(new Set(lines.slice(0, -1).map((line) => [...line].length)).size).toBe(1)
  })

  it('refuses a base that does not exist in words of its own', async () => {
    expect(await errorOf(callKeys('key/list', { 'ipns-base': 'zz' }))).toEqual(
      failure('cannot get key encoder: unsupported multibase encoding: zz'),
    )
  })
})

describe('POST /api/v0/key/rename', () => {
  it('moves a key, and replaces another only by force', async () => {
    const { Id } = await create('from')
    await create('to')
    const names = { arg: [named('from'), named('to')] }

    expect(await errorOf(callKeys('key/rename', names))).toEqual(
      failure('key by that name already exists, refusing to overwrite'),
    )
    const forced = await callKeys('key/rename', { ...names, force: 'true' })
    expect(await forced.text()).toBe(
      `${JSON.stringify({ Was: named('from'), Now: named('to'), Id, Overwrite: true })}\n`,
    )
    const again = { arg: [named('to'), named('to')], encoding: 'text' }
    expect(await (await callKeys('key/rename', again)).text()).toBe(`Key ${Id} renamed to ${named('to')}\n`)
    expect(await own()).toContainEqual({ Name: named('to'), Id })
    expect((await own()).map(({ Name }) => Name)).not.toContain(named('from'))
  })

  it.each(
    sampleOnHosts(
      [
        [['self', named('x')], "cannot rename key with name 'self'"],
        [[named('nope'), 'self'], "cannot overwrite key with name 'self'"],
        [[named('nope'), named('x')], `no key named ${named('nope')} was found`],
        [['', named('x')], 'no key named  was found'],
      ],
      EVERY,
    ),
  )('refuses %j', async (arg, message) => {
    expect(await errorOf(callKeys('key/rename', { arg }))).toEqual(failure(message))
  })

  it('refuses an empty name for a key that is there', async () => {
    await create('stays')

    expect(await errorOf(callKeys('key/rename', { arg: [named('stays'), ''] }))).toEqual(
      failure('key name must be at least one character'),
    )
  })
})

describe('POST /api/v0/key/rm', () => {
  it('removes keys in the order of their names in the call', async () => {
    const [first, second] = [await create('rm 1'), await create('rm 2')]

    const response = await callKeys('key/rm', { arg: [second.Name, first.Name] })

    expect(await response.json()).toEqual({ Keys: [second, first] })
    expect(await own()).not.toContainEqual(first)
  })

  it.each(
    sampleOnHosts(
      [
        [['self'], "cannot remove key with name 'self'"],
        [[named('nope'), named('rm kept')], `no key named ${named('nope')} was found`],
        [[''], 'no key named  was found'],
      ],
      EVERY,
    ),
  )('refuses %j and removes nothing', async (arg, message) => {
    await callKeys('key/gen', { arg: named('rm kept') })

    expect(await errorOf(callKeys('key/rm', { arg }))).toEqual(failure(message))

    expect((await own()).map(({ Name }) => Name)).toContain(named('rm kept'))
  })

  it('removes those before the first that is missing', async () => {
    const [first, last] = [await create('rm first'), await create('rm last')]

    expect(await errorOf(callKeys('key/rm', { arg: [first.Name, named('nope'), last.Name] }))).toEqual(
      failure(`no key named ${named('nope')} was found`),
    )
    expect(await own()).not.toContainEqual(first)
    expect(await own()).toContainEqual(last)
  })

  it('bears a name that is repeated a hundred thousand times', async () => {
    const body = Array.from({ length: 100_000 }, () => 'nope').join('\n')
    const form = new FormData()
    form.set('file', new Blob([body]))

    expect(await errorOf(callKeys('key/rm', {}, { body: form }))).toEqual(
      failure('no key named nope was found'),
    )
  })
})

describe('secrets', () => {
  it.each(['key/export', 'key/rotate'])('%s is refused without a token', async (path) => {
    expect((await callKeys(path, { arg: 'self', oldkey: named('old') })).status).toBe(403)
  })
})
