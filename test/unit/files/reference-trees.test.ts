import { describe, expect, it } from 'vitest'
import { file, form } from '../../requests/form.ts'
import { type CallNode, servedNode } from './served-node.ts'

async function hashAt(call: CallNode, path: string): Promise<string> {
  const status: { readonly Hash: string } = await (await call(`files/stat?arg=${path}`)).json()
  return status.Hash
}

async function added(call: CallNode, query: string, content: string): Promise<string> {
  const event: { readonly Hash: string } = await (await call(`add?${query}`, form(file('', content)))).json()
  return event.Hash
}

const write = (call: CallNode, path: string, content: string, query = '') =>
  call(`files/write?arg=${path}&${query}`, form(file('data', content)))

interface Tree {
  /** Options of the adds of what is copied, of new directories, and of writes. */
  readonly add?: string
  readonly mkdir?: string
  readonly write?: string
  /** The form that the root is given first. */
  readonly root?: string
  /** CIDs of `/` and of `/cats` at the end. */
  readonly cids: readonly [root: string, cats: string]
}

/** Source: the reference implementation's own test of the namespace, t0250. */
const TREES: Readonly<Record<string, Tree>> = {
  'version 0': {
    cids: [
      'QmcwKfTMCT7AaeiD92hWjnZn9b6eh9NxnhfSzN5x2vnDpt',
      'Qma88m8ErTGkZHbBWGqy1C7VmEmX8wwNDWNpGyCaNmEgwC',
    ],
  },
  'raw leaves in what is copied': {
    add: 'raw-leaves=true',
    cids: [
      'QmTpKiKcAj4sbeesN6vrs5w3QeVmd4QmGpxRL81hHut4dZ',
      'QmPhPkmtUGGi8ySPHoPu1qbfryLJKKq1GYxpgLyyCruvGe',
    ],
  },
  'raw leaves': {
    add: 'raw-leaves=true',
    write: 'raw-leaves=true',
    cids: [
      'QmW3dMSU6VNd1mEdpk9S3ZYRuR1YwwoXjGaZhkyK6ru9YU',
      'QmPqWDEg7NoWRX8Y4vvYjZtmdg5umbfsTQ9zwNr12JoLmt',
    ],
  },
  'version 1 in each call': {
    add: 'raw-leaves=true',
    mkdir: 'cid-version=1',
    write: 'cid-version=1',
    cids: [
      'QmageRWxC7wWjPv5p36NeAgBAiFdBHaNfxAehBSwzNech2',
      'bafybeig4cpvfu2qwwo3u4ffazhqdhyynfhnxqkzvbhrdbamauthf5mfpuq',
    ],
  },
  'version 1 from the root': {
    add: 'raw-leaves=true',
    root: 'cid-version=1',
    cids: [
      'bafybeifxnoetaa2jetwmxubv3gqiyaknnujwkkkhdeua63kulm63dcr5wu',
      'bafybeig4cpvfu2qwwo3u4ffazhqdhyynfhnxqkzvbhrdbamauthf5mfpuq',
    ],
  },
  'blake2b-256 from the root': {
    add: 'raw-leaves=true',
    root: 'hash=blake2b-256',
    cids: [
      'bafykbzaceb6jv27itwfun6wsrbaxahpqthh5be2bllsjtb3qpmly3vji4mlfk',
      'bafykbzacebhpn7rtcjjc5oa4zgzivhs7a6e2tq4uk4px42bubnmhpndhqtjig',
    ],
  },
}

describe('the mutable namespace', () => {
  it.each(Object.entries(TREES))('makes the CIDs of the reference implementation: %s', async (_, tree) => {
    const { add = '', mkdir = '', write: options = '', root, cids } = tree
    const call = await servedNode()
    const [one, two, three] = [
      await added(call, add, 'foo\n'),
      await added(call, add, 'bar\n'),
      await added(call, add, 'baz\n'),
    ]

    if (root) await call(`files/chcid?arg=/&${root}`)
    await call(`files/mkdir?arg=/cats&${mkdir}`)
    await call(`files/cp?arg=/ipfs/${one}&arg=/cats/file1`)
    await call(`files/cp?arg=/ipfs/${two}&arg=/file2`)
    await call(`files/mkdir?arg=/cats/this/is/a/dir&parents=true&${mkdir}`)
    await call(`files/cp?arg=/ipfs/${three}&arg=/cats/this/is/a/dir/file3`)
    await call('files/rm?arg=/cats/this/is/a/dir/file3')
    await call('files/rm?arg=/cats/this/is/a/dir&recursive=true')
    await call('files/rm?arg=/file2')
    await write(call, '/cats/ipfs', 'ipfs rocks\n', `create=true&${options}`)
    await write(call, '/cats/ipfs', 'is super cool\n', `offset=5&${options}`)
    await write(call, '/fun', 'foobar\n', `create=true&${options}`)
    await write(call, '/fun', 'blah\n', `offset=50&${options}`)
    await call('files/rm?arg=/fun')
    await write(call, '/cats/walrus', 'testing\n', `flush=false&create=true&${options}`)

    expect([await hashAt(call, '/'), await hashAt(call, '/cats')]).toEqual(cids)
  })

  it.each([
    ['', 'QmPkwLJTYZRGPJ8Lazr9qPdrLmswPtUjaDbEpmR9jEh1se'],
    ['cid-version=1', 'bafybeib46tpawg2d2hhlmmn2jvgio33wqkhlehxrem7wbfvqqikure37rm'],
  ])(
    'shards 100 files, written one by one, as the reference implementation does: %s',
    async (options, cid) => {
      const call = await servedNode({}, { alwaysShard: true })
      await call(`files/mkdir?arg=/foo&${options}`)
      for (let at = 100; at >= 1; at -= 1) await write(call, `/foo/file${at}`, `${at}\n`, 'create=true')

      expect(await hashAt(call, '/foo')).toBe(cid)
      expect(await (await call('files/read?arg=/foo/file65')).text()).toBe('65\n')
    },
  )
})
