import { beforeAll, describe, expect, it } from 'vitest'
import { addRoot } from '../requests/add.ts'
import { callFiles } from '../requests/files.ts'
import { file } from '../requests/form.ts'
import { callKeys, errorOf, failure, removeKeysAtEnd } from '../requests/keys.ts'
import { newKey, publish } from '../requests/names.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many inputs the other hosts get one: the core reads them. */
const EVERY = 4

const PREFIX = 'name-resolve '
removeKeysAtEnd(PREFIX)

const UNKNOWN = 'k51qzi5uqu5dgklc20hksmmzhoy5lfrn5xcnryq6xp4r50b5yc0vnivpywfu9p'

let root = ''
let name = ''
let outer = ''

beforeAll(async () => {
  root = await addRoot('cid-version=1&wrap-with-directory=true', file('d/f', 'named content\n'))
  name = await newKey(`${PREFIX}inner`)
  outer = await newKey(`${PREFIX}outer`)
  await publish(`/ipfs/${root}/d/`, { key: name, ttl: '20m' })
  await publish(`/ipns/${name}`, { key: outer, ttl: '10m' })
})

const ask = async (path: string, query: Readonly<Record<string, string>>) => {
  const response = await callKeys(path, query)
  return [response.status, await response.text()] as const
}
const found = (Path: string) => [200, `${JSON.stringify({ Path })}\n`]

describe('POST /api/v0/name/resolve', () => {
  it.each(['', '/ipns/', '/nms/', 'ipns://', 'ipns:'])('accepts a name after %j', async (prefix) => {
    expect(await ask('name/resolve', { arg: prefix + name })).toEqual(found(`/ipfs/${root}/d/`))
  })

  it.each([
    ['', '/ipfs'],
    ['/', '/ipfs/'],
    ['/sub/', '/ipfs/sub/'],
    ['/sub//', '/ipfs/sub/'],
    ['//sub', '/ipfs/sub'],
  ])('keeps a slash behind a name: %j', async (rest, ends) => {
    const key = await newKey(`${PREFIX}slash ${rest.replaceAll('/', '_')}`)
    await publish(`/ipfs/${root}`, { key })

    const path = ends.replace('/ipfs', `/ipfs/${root}`)
    expect(await ask('name/resolve', { arg: `/ipns/${key}${rest}` })).toEqual(found(path))
    expect(await ask('name/resolve', { arg: key + rest, stream: 'true' })).toEqual(found(path))
  })

  it('accepts a name in every spelling', async () => {
    const [inBase32, asHash] = await Promise.all(
      ['base32', 'b58mh'].map(async (base) => {
        const response = await publish(`/ipfs/${root}/d/`, { key: name, 'ipns-base': base, ttl: '20m' })
        return ((await response.json()) as { Name: string }).Name
      }),
    )

    expect(inBase32).toMatch(/^bafz/)
    expect(asHash).toMatch(/^12D3/)
    for (const arg of [inBase32, asHash]) {
      expect(await ask('name/resolve', { arg: arg ?? '' })).toEqual(found(`/ipfs/${root}/d/`))
    }
  })

  it('follows names, or takes one step', async () => {
    expect(await ask('name/resolve', { arg: outer })).toEqual(found(`/ipfs/${root}/d/`))
    expect(await ask('name/resolve', { arg: outer, recursive: 'false' })).toEqual(found(`/ipns/${name}`))
    expect(await ask('name/resolve', { arg: `/ipns/${outer}/x`, r: 'false' })).toEqual(
      found(`/ipns/${name}/x`),
    )
  })

  it('streams, and prints text', async () => {
    expect(await ask('name/resolve', { arg: name, stream: 'true' })).toEqual(found(`/ipfs/${root}/d/`))
    expect(await ask('name/resolve', { arg: name, encoding: 'text' })).toEqual([200, `/ipfs/${root}/d/\n`])
  })

  it('refuses names that lead to one another, and takes their single steps', async () => {
    const [a, b] = [await newKey(`${PREFIX}a`), await newKey(`${PREFIX}b`)]
    await publish(`/ipns/${b}`, { key: a })
    await publish(`/ipns/${a}`, { key: b })

    for (const command of ['name/resolve', 'resolve', 'cat', 'ls']) {
      expect(await ask(command, { arg: `/ipns/${a}` })).toEqual(
        failure('could not resolve name (recursion limit exceeded)'),
      )
    }
    expect(await ask('name/resolve', { arg: a, recursive: 'false' })).toEqual(found(`/ipns/${b}`))
  })

  it.each(
    sampleOnHosts(
      [
        [{ arg: UNKNOWN }, 'could not resolve name'],
        [
          { arg: 'nonsense' },
          'cannot resolve: "/ipns/nonsense": not the id of a key, as key/list prints it, nor a domain name',
        ],
        [{ arg: '/ipfs/bafkqaaa' }, '"/ipfs/bafkqaaa" is not an IPNS name'],
        [{ 'dht-timeout': '-1s' }, 'DHT timeout value must be >= 0'],
        [{ 'dht-timeout': 'x' }, 'time: invalid duration "x"'],
        [{ arg: '/foo/bar' }, 'invalid path "/foo/bar": unknown namespace "foo"'],
      ],
      EVERY,
    ),
  )('refuses %j', async (query, message) => {
    expect(await errorOf(callKeys('name/resolve', { ...query }))).toEqual(failure(message))
  })

  it.each(sampleOnHosts(['a', '.', '%', 'é', '/'], EVERY))(
    'answers a name of 10,000 times %j at once, in few words',
    async (text) => {
      const [status, answer] = await ask('name/resolve', { arg: text.repeat(10_000) })

      expect(status).toBe(500)
      expect(answer.length).toBeLessThan(4096)
    },
  )
})

describe('paths that begin with a name', () => {
  it.each(
    sampleOnHosts(
      [
        ['cat', (path: string) => ({ arg: `${path}/f` }), 'named content\n'],
        ['ls', (path: string) => ({ arg: path }), '"Name":"f"'],
        ['refs', (path: string) => ({ arg: path }), '"Ref":"bafk'],
        ['block/stat', (path: string) => ({ arg: `${path}/f` }), '"Key":"bafk'],
        ['dag/resolve', (path: string) => ({ arg: `${path}/f` }), '"Cid":{"/":"bafk'],
        ['dag/stat', (path: string) => ({ arg: path, progress: 'false' }), '"UniqueBlocks":2'],
        ['file/ls', (path: string) => ({ arg: path }), '"Name":"f"'],
        ['pin/ls', (path: string) => ({ arg: path, type: 'all' }), '"Type":"indirect through bafy'],
        ['dag/get', (path: string) => ({ arg: path }), '"Name":"f"'],
        ['get', (path: string) => ({ arg: `${path}/f` }), 'named content'],
      ],
      EVERY,
    ),
  )('%s follows them', async (command, query, part) => {
    for (const path of [`/ipns/${name}`, `/ipns/${outer}`]) {
      const [status, text] = await ask(command, query(path))

      expect([status, text]).toEqual([200, expect.stringContaining(part)])
    }
  })

  it('resolve follows them, or takes one step without walking what follows', async () => {
    const file = (await ask('resolve', { arg: `/ipfs/${root}/d/f` }))[1]

    expect((await ask('resolve', { arg: `/ipns/${outer}/f` }))[1]).toBe(file)
    expect(await ask('resolve', { arg: `/ipns/${outer}/f/g`, recursive: 'false' })).toEqual(
      found(`/ipns/${name}/f/g`),
    )
  })

  it('files/cp copies them from the network, like /ipfs/', async () => {
    const copied = await callFiles('cp', [`/ipns/${name}/f`, '/name-resolve'])
    const read = await callFiles('read', ['/name-resolve'])
    await callFiles('rm', ['/name-resolve'])

    expect([copied.status, read.text]).toEqual([200, 'named content\n'])
  })

  it('names the missing link below the content of a name', async () => {
    expect((await ask('cat', { arg: `/ipns/${name}/nope` }))[1]).toContain(
      'no link named \\"nope\\" under bafy',
    )
    expect(await ask('cat', { arg: `/ipns/${UNKNOWN}` })).toEqual(failure('could not resolve name'))
  })
})
