import { beforeAll, describe, expect, it } from 'vitest'
import { addRoot } from '../requests/add.ts'
import {
  answered,
  askCommand,
  callCommand,
  failed,
  hashOf,
  malformed,
  printed,
} from '../requests/call-command.ts'
import { file } from '../requests/form.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many inputs the other hosts get one: the core reads them. */
const EVERY = 4

const MARS = 'QmWkHFpYBZ9mpPRreRbMhhYWXfUhBAue3JkbbpFqwowSRb'
const EMPTY_DIRECTORY = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const ABSENT = 'bafkreigaknpexyvxt76zgkitavbwx6ejgfheup5oybpm77f3pxzrvwpfdi'

let parent = ''

beforeAll(async () => {
  await addRoot('', file('', 'Hello Mars'))
  await hashOf('object/new', { args: ['unixfs-dir'] })
  parent = await hashOf('object/patch/add-link', { args: [EMPTY_DIRECTORY, 'foo', EMPTY_DIRECTORY] })
})

describe('POST /api/v0/object/get', () => {
  it('prints links, then data as text or in base64', async () => {
    expect(await callCommand('object/get', { args: [MARS] })).toEqual({
      ...answered({}),
      text: '{"Links":[],"Data":"\\u0008\\u0002\\u0012\\nHello Mars\\u0018\\n"}\n',
    })
    expect(await callCommand('object/get', { args: [parent], query: 'data-encoding=base64' })).toEqual(
      answered({ Links: [{ Name: 'foo', Hash: EMPTY_DIRECTORY, Size: 4 }], Data: 'CAE=' }),
    )
  })

  it('prints one replacement character for each byte that is not UTF-8', async () => {
    const Data = btoa(String.fromCharCode(0xe2, 0x82, 0x41, 0xff, 0xed, 0xa0, 0x80, 0xc3, 0xa9))
    const cid = await hashOf('object/put', {
      query: 'datafieldenc=base64',
      content: JSON.stringify({ Data }),
    })

    const { text } = await callCommand('object/get', { args: [cid] })

    expect(text).toBe('{"Links":[],"Data":"\\ufffd\\ufffdA\\ufffd\\ufffd\\ufffd\\ufffdé"}\n')
  })

  it('gives the block as protobuf, and XML that can be put again', async () => {
    const block = await callCommand('object/get', { args: [parent], query: 'encoding=protobuf' })
    const xml = await callCommand('object/get', { args: [parent], query: 'encoding=xml' })

    expect([block.status, block.type]).toEqual([200, 'application/protobuf'])
    expect(block.text).toBe((await callCommand('block/get', { args: [parent] })).text)
    expect(xml).toEqual({
      status: 200,
      type: 'application/xml',
      text: `<Node><Links><Name>foo</Name><Hash>${EMPTY_DIRECTORY}</Hash><Size>4</Size></Links><Data>\ufffd\ufffd</Data></Node>`,
    })
    const text = await hashOf('object/put', { content: '{"Data":"<a> & \\"b\\"\\n"}' })
    const again = (await callCommand('object/get', { args: [text], query: 'encoding=xml' })).text
    expect(await hashOf('object/put', { query: 'inputenc=xml', content: again })).toBe(text)
  })

  it('takes the name of the node from the body', async () => {
    expect((await callCommand('object/get', { content: `${MARS}\n` })).text).toContain('Hello Mars')
  })

  it('prints version 1 as cid-base says, and version 0 only when asked', async () => {
    const inside = await hashOf('object/patch/add-link', {
      args: [EMPTY_DIRECTORY, 'raw', await addRoot('cid-version=1', file('', 'raw leaf'))],
    })
    const linkOf = async (cid: string, query: string) => {
      const { Links } = await askCommand<{ Links: { Hash: string }[] }>('object/get', { args: [cid], query })
      return Links[0]?.Hash
    }

    expect(await linkOf(inside, 'cid-base=base36')).toMatch(/^k/)
    expect(await linkOf(parent, 'cid-base=base36')).toBe(EMPTY_DIRECTORY)
    expect(await linkOf(parent, 'cid-base=base32&upgrade-cidv0-in-output=true')).toBe(
      'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354',
    )
  })
})

describe('POST /api/v0/object/data', () => {
  it('gives the data field, and nothing where there is none', async () => {
    expect(await callCommand('object/data', { args: [MARS] })).toEqual(
      printed('\b\u0002\u0012\nHello Mars\u0018\n'),
    )
    expect(await callCommand('object/data', { args: [await hashOf('object/new')] })).toEqual(printed(''))
    expect(await callCommand('object/data', { args: [`${parent}/foo`] })).toEqual(printed('\b\u0001'))
  })
})

describe('POST /api/v0/object/links', () => {
  it('lists links, and has no list where there are none', async () => {
    const link = { Name: 'foo', Hash: EMPTY_DIRECTORY, Size: 4 }

    expect(await callCommand('object/links', { args: [parent] })).toEqual(
      answered({ Hash: parent, Links: [link] }),
    )
    expect(await callCommand('object/links', { args: [MARS] })).toEqual(answered({ Hash: MARS }))
  })

  it('prints columns as text, with a header when asked', async () => {
    expect(await callCommand('object/links', { args: [parent], query: 'encoding=text' })).toEqual(
      printed(`${EMPTY_DIRECTORY} 4 foo\n`),
    )
    expect(await callCommand('object/links', { args: [parent], query: 'encoding=text&v' })).toEqual(
      printed(`Hash${' '.repeat(43)}Size Name\n${EMPTY_DIRECTORY} 4    foo\n`),
    )
  })

  it('escapes names as text that a terminal would act on', async () => {
    const cid = await hashOf('object/patch/add-link', {
      args: [EMPTY_DIRECTORY, 'a\u001b[2J\u202e', EMPTY_DIRECTORY],
    })

    const { text } = await callCommand('object/links', { args: [cid], query: 'encoding=text' })

    expect(text).toBe(`${EMPTY_DIRECTORY} 4 a\\x1b[2J\\u202e\n`)
  })

  it('lists the links of other codecs', async () => {
    const cid = await addRoot('cid-version=1', file('', 'linked'))
    const node = await askCommand<{ Cid: { '/': string } }>('dag/put', {
      query: 'store-codec=dag-cbor&input-codec=dag-json',
      content: `{"a":{"/":"${cid}"}}`,
    })

    expect(await callCommand('object/links', { args: [node.Cid['/']] })).toEqual(
      answered({ Hash: node.Cid['/'], Links: [{ Name: '', Hash: cid, Size: 0 }] }),
    )
  })
})

describe('POST /api/v0/object/stat', () => {
  it('gives the sizes of a node', async () => {
    const sizes = { NumLinks: 0, BlockSize: 18, LinksSize: 2, DataSize: 16, CumulativeSize: 18 }

    expect(await callCommand('object/stat', { args: [MARS] })).toEqual(answered({ Hash: MARS, ...sizes }))
  })

  it('prints them as text, the whole size for people when asked', async () => {
    const hello = await addRoot('', file('', 'hello world\n'))
    const one = await hashOf('object/patch/add-link', { args: [EMPTY_DIRECTORY, 'b', EMPTY_DIRECTORY] })
    const two = await hashOf('object/patch/add-link', { args: [EMPTY_DIRECTORY, 'a', one] })
    const three = await hashOf('object/patch/add-link', { args: [two, 'a/b/c', hello] })
    const rows = 'NumLinks:       1\nBlockSize:      47\nLinksSize:      45\nDataSize:       2\n'

    expect(await callCommand('object/stat', { args: [`${three}/a`], query: 'encoding=text' })).toEqual(
      printed(`${rows}CumulativeSize: 114\n`),
    )
    expect(await callCommand('object/stat', { args: [`${three}/a`], query: 'encoding=text&human' })).toEqual(
      printed(`${rows}CumulativeSize: 114 B\n`),
    )
  })

  it('counts a raw block as data', async () => {
    const Hash = await addRoot('cid-version=1', file('', '12345'))
    const sizes = { NumLinks: 0, BlockSize: 5, LinksSize: 0, DataSize: 5, CumulativeSize: 5 }

    expect(await callCommand('object/stat', { args: [Hash] })).toEqual(answered({ Hash, ...sizes }))
  })
})

describe('reading objects', () => {
  it.each(sampleOnHosts(['object/data', 'object/get', 'object/links', 'object/stat'], EVERY))(
    '%s refuses bad calls',
    async (path) => {
      const answer = (value: string) => callCommand(path, { args: [value] })

      expect(await callCommand(path)).toEqual(malformed('argument "key" is required'))
      expect(await callCommand(path, { content: '' })).toEqual(malformed('argument "key" is required'))
      expect((await answer('foo')).text).toContain('invalid path \\"foo\\": ')
      expect((await answer('x'.repeat(10_000))).text.length).toBeLessThan(1500)
      expect((await answer(ABSENT)).text).toContain(`ipld: could not find ${ABSENT}`)
      expect(await answer(`${MARS}/nope`)).toEqual(failed(`no link named "nope" under ${MARS}`))
      expect(await callCommand(path, { args: [MARS], query: 'encoding=nope' })).toEqual(
        malformed('invalid encoding: nope'),
      )
    },
  )

  it.each(['object/data', 'object/get'])('%s refuses another codec than dag-pb', async (path) => {
    const raw = await addRoot('cid-version=1', file('', 'raw'))

    expect(await callCommand(path, { args: [raw] })).toEqual(failed('expected protobuf dag node'))
  })

  it('refuses an unknown encoding of the data', async () => {
    expect(await callCommand('object/get', { args: [MARS], query: 'data-encoding=hex' })).toEqual(
      failed('unknown data field encoding'),
    )
  })
})
