import { describe, expect, it } from 'vitest'
import { host } from '#host'
import { addRoot } from '../requests/add.ts'
import { file } from '../requests/form.ts'
import { callKeys, errorOf, failure, removeKeysAtEnd } from '../requests/keys.ts'
import { newKey, publish, recordForm } from '../requests/names.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many refusals the other hosts get one: the core judges them. */
const EVERY = 4

const PREFIX = 'name-publish '
removeKeysAtEnd(PREFIX)

const EMPTY = '/ipfs/bafkqaaa'
const ABSENT = '/ipfs/bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'

const textOf = async (response: Promise<Response>) => (await response).text()
const pathOf = async (name: string, query = {}) =>
  ((await (await callKeys('name/resolve', { arg: name, ...query })).json()) as { Path: string }).Path

async function recordOf(name: string): Promise<Uint8Array> {
  return new Uint8Array(await (await callKeys('name/get', { arg: name })).arrayBuffer())
}

async function inspected(name: string) {
  const response = await callKeys('name/inspect', { verify: name }, recordForm(await recordOf(name)))
  return (await response.json()) as {
    readonly Entry: Readonly<Record<string, unknown>>
    readonly SignatureType: string
    readonly Validation: unknown
  }
}

describe('POST /api/v0/name/publish', () => {
  it.each(['ed25519', 'rsa', 'secp256k1'])(
    'signs with a key of type %s, and the record is valid',
    async (type) => {
      const name = await newKey(PREFIX + type, { type })

      const published = await publish(EMPTY, { key: PREFIX + type })

      expect([published.status, await published.json()]).toEqual([200, { Name: name, Value: EMPTY }])
      expect(await inspected(name)).toMatchObject({
        Entry: { Value: EMPTY, ValidityType: 0, Sequence: 0, TTL: 300_000_000_000 },
        SignatureType: 'V1+V2',
        Validation: { Valid: true, Reason: '', Name: name },
      })
      expect(await pathOf(name)).toBe(EMPTY)
    },
  )

  it('publishes under the identity when no key is named, and name/resolve asks for that', async () => {
    const published = await publish(EMPTY, {})
    const { Name } = (await published.json()) as { Name: string }

    expect(await (await callKeys('name/resolve')).json()).toEqual({ Path: EMPTY })
    expect(await pathOf(Name)).toBe(EMPTY)
  })

  it('counts changes of the path, and signs an equal path anew under its number', async () => {
    const name = await newKey(`${PREFIX}count`)
    const numbers = []
    for (const [path, query] of [
      [EMPTY, {}],
      [EMPTY, { ttl: '1s' }],
      [ABSENT, {}],
      [ABSENT, { sequence: '7' }],
      [EMPTY, {}],
    ] as const) {
      await publish(path, { key: `${PREFIX}count`, ...query })
      numbers.push((await inspected(name)).Entry['Sequence'])
    }

    expect(numbers).toEqual([0, 0, 1, 7, 8])
    expect(await errorOf(publish(EMPTY, { key: `${PREFIX}count`, sequence: '8' }))).toEqual(
      failure('sequence number must be greater than the current record sequence'),
    )
  })

  it('leaves out the old fields on request', async () => {
    const name = await newKey(`${PREFIX}new fields`)

    await publish(EMPTY, { key: name, v1compat: 'false', lifetime: '1000h', ttl: '1h30m' })

    expect(await inspected(name)).toMatchObject({
      Entry: { TTL: 5_400_000_000_000 },
      SignatureType: 'V2',
      Validation: { Valid: true },
    })
  })

  it('follows its key to another name', async () => {
    const name = await newKey(`${PREFIX}before`)
    await publish(EMPTY, { key: `${PREFIX}before` })

    await callKeys('key/rename', { arg: [`${PREFIX}before`, `${PREFIX}after`] })
    await publish(ABSENT, { key: `${PREFIX}after` })

    expect([await pathOf(name), (await inspected(name)).Entry['Sequence']]).toEqual([ABSENT, 1])
  })

  it('prints text, and names in the base that is asked for', async () => {
    await newKey(`${PREFIX}text`)
    const key = { key: `${PREFIX}text` }

    expect(await textOf(publish('bafkqaaa', { ...key, encoding: 'text', 'ipns-base': 'b58mh' }))).toMatch(
      /^Published to 12D3KooW\w+: \/ipfs\/bafkqaaa\n$/,
    )
    expect(await textOf(publish(`${EMPTY}/`, { ...key, encoding: 'text', quieter: 'true' }))).toMatch(
      /^k51qzi5uqu5d\w+\n$/,
    )
  })

  it('checks that the path leads to a block, unless it is told not to', async () => {
    const root = await addRoot('cid-version=1&wrap-with-directory=true', file('a', 'name-publish'))
    const key = await newKey(`${PREFIX}checked`)
    const call = (path: string) => callKeys('name/publish', { arg: path, 'allow-offline': 'true', key })

    expect((await call(`/ipfs/${root}/a`)).status).toBe(200)
    expect(await errorOf(call(`/ipfs/${root}/b`))).toEqual(failure(`no link named "b" under ${root}`))
    expect((await errorOf(call(ABSENT)))[1]).toContain('not found')
    expect(await pathOf(key)).toBe(`/ipfs/${root}/a`)
  })

  it.each(
    sampleOnHosts(
      [
        [{ lifetime: 'zz' }, 'error parsing lifetime option: time: invalid duration "zz"'],
        [{ lifetime: '-3s' }, 'lifetime must be greater than zero, got -3s'],
        [{ lifetime: '0' }, 'lifetime must be greater than zero, got 0'],
        [{ ttl: 'zz' }, 'time: invalid duration "zz"'],
        [{ ttl: '-1s' }, 'ttl must not be negative, got -1s'],
        [{ ttl: '3h1m', lifetime: '2h' }, 'ttl (3h1m0s) must not be greater than lifetime (2h0m0s)'],
        [{ key: 'name-publish, no such key' }, 'no key by the given name was found'],
        [{ key: '' }, 'key name must be at least one character'],
        [
          { key: 'k51qzi5uqu5dgklc20hksmmzhoy5lfrn5xcnryq6xp4r50b5yc0vnivpywfu9p' },
          'no key by the given name or PeerID was found',
        ],
        [{ 'allow-delegated': 'true' }, 'cannot use both --allow-offline and --allow-delegated flags'],
        [{ 'ipns-base': 'qq' }, 'unsupported multibase encoding: qq'],
        [{ arg: 'foo' }, /^.*invalid path \\"foo\\"/],
      ],
      EVERY,
    ),
  )('refuses %j', async (query, message) => {
    const [status, text] = await errorOf(publish(EMPTY, { ...query }))

    if (typeof message === 'string') expect([status, text]).toEqual(failure(message))
    else expect([status, text]).toEqual([500, expect.stringMatching(message)])
  })

  it('refuses to keep a record here alone where there can be no peers, unless the caller permits it', async () => {
    const name = await newKey(`${PREFIX}online`)
    const response = await publish(EMPTY, { key: name, 'allow-offline': 'false' })
    const refusal = failure("can't publish while offline: pass `--allow-offline` to override")

    expect(response.status).toBe(host === 'edge' ? 200 : refusal[0])
    expect(await response.text()).toEqual(host === 'edge' ? expect.stringContaining(EMPTY) : refusal[1])
  })

  it('refuses a number that is none', async () => {
    expect((await publish(EMPTY, { sequence: 'x' })).status).toBe(400)
  })
})
