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

/** Of so many refusals the other hosts get one: the core judges them. */
const EVERY = 4

const EMPTY = 'QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n'
const EMPTY_DIRECTORY = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const ABSENT = 'bafkreigaknpexyvxt76zgkitavbwx6ejgfheup5oybpm77f3pxzrvwpfdi'

beforeAll(async () => {
  await hashOf('object/new')
  await hashOf('object/new', { args: ['unixfs-dir'] })
})

describe('POST /api/v0/object/new', () => {
  it('stores an empty node or an empty directory', async () => {
    expect(await callCommand('object/new')).toEqual(answered({ Hash: EMPTY }))
    expect(await callCommand('object/new', { args: ['unixfs-dir'] })).toEqual(
      answered({ Hash: EMPTY_DIRECTORY }),
    )
    expect(await callCommand('object/new', { query: 'encoding=text' })).toEqual(printed(`${EMPTY}\n`))
    expect(await callCommand('block/stat', { args: [EMPTY] })).toEqual(answered({ Key: EMPTY, Size: 0 }))
    expect(await callCommand('object/new', { args: ['foo'] })).toEqual(failed('unknown node type: foo'))
  })
})

describe('POST /api/v0/object/put', () => {
  const PUT = 'QmUTSAdDi2xsNkDtLqjFgQDMEn5di3Ab9eqbrt4gaiNbUD'

  it.each([
    ['', '{\n\t"Data": "test json for sharness test"\n}', PUT],
    ['', '{"dAtA":"test json for sharness test","Links":null}', PUT],
    ['datafieldenc=base64', '{"Data":"dGVzdCBqc29uIGZvciBzaGFybmVzcyB0ZXN0"}', PUT],
    ['inputenc=protobuf', '\n\u001btest json for sharness test', PUT],
    ['', '{"Data":"abc"}', 'QmXg9Pp2ytZ14xgmQjYEiHjVjMFXzCVVEcRTWJBmLgR39V'],
    ['', '{"Links":[],"Data":"Hello Mars"}', 'QmS3hVY6eYrMQ6L22agwrx3YHBEsc3LJxVXCtyQHqRBukH'],
    ['', '{}', EMPTY],
    [
      'inputenc=xml',
      '<Node><Data>Test xml for sharness test</Data></Node>',
      'QmQzNKUHy4HyEUGkqKe3q3t796ffPLQXYCkHCcXUNT5JNK',
    ],
    [
      'inputenc=xml',
      '<?xml version="1.0"?>\n<!-- a --><n:Node a=">" b=\'"\'><Data>lost</Data><Other><Data/></Other><Data>&#84;est <![CDATA[xml]]> for<i>!</i> sharness test</Data></n:Node>rest',
      'QmQzNKUHy4HyEUGkqKe3q3t796ffPLQXYCkHCcXUNT5JNK',
    ],
  ])('?%s stores %s', async (query, content, Hash) => {
    expect(await callCommand('object/put', { query, content })).toEqual(answered({ Hash }))
    expect((await callCommand('object/stat', { args: [Hash] })).status).toBe(200)
  })

  it('keeps links in JSON and in XML, and sorts them by name', async () => {
    const links = [
      { Name: 'some link', Hash: 'QmXg9Pp2ytZ14xgmQjYEiHjVjMFXzCVVEcRTWJBmLgR39V', Size: 8 },
      { Name: 'inlined', Hash: 'bafkqadsimvwgy3zajb2w2yloeefau', Size: 14 },
    ]
    const Hash = await hashOf('object/put', { content: JSON.stringify({ Data: 'another', Links: links }) })
    const elements = links.map(
      (link) => `<Links><Name>${link.Name}</Name><Hash>${link.Hash}</Hash><Size>${link.Size}</Size></Links>`,
    )
    const content = `<Node>${elements.join('')}<Data>another</Data></Node>`

    expect(await hashOf('object/put', { query: 'inputenc=xml', content })).toBe(Hash)
    expect(await askCommand('object/get', { args: [Hash] })).toEqual({
      Data: 'another',
      Links: links.toReversed(),
    })
  })

  it('pins, and says so in few words when asked', async () => {
    const content = '{"Data":"pinned by object/put"}'
    const text = (await callCommand('object/put', { query: 'pin&encoding=text', content })).text

    const cid = text.replace('added ', '').trimEnd()
    expect(text).toBe(`added ${cid}\n`)
    expect(await callCommand('object/put', { query: 'quiet&encoding=text', content })).toEqual(
      printed(`${cid}\n`),
    )
    expect((await callCommand('pin/ls', { args: [cid] })).text).toContain('"Type":"recursive"')
  })

  it.each(
    sampleOnHosts(
      [
        ['', '', 'json: cannot parse input'],
        ['', '{"Data":', 'json: cannot parse input'],
        ['', '[]', 'json: cannot unmarshal field Node of an object'],
        ['', '{"Data":1}', 'json: cannot unmarshal field data of an object'],
        ['', '{"Links":{}}', 'json: cannot unmarshal field Links of an object'],
        ['', '{"Links":[{"Hash":"x","Size":-1}]}', 'json: cannot unmarshal field Size of an object'],
        ['', '{"Links":[{"Name":"a"}]}', 'cid too short'],
        ['', '{"this":"should","return":"an"}', 'json: unknown field \\"this\\"'],
        ['', `{"${'x'.repeat(10_000)}":1}`, `json: unknown field \\"${'x'.repeat(80)}\\"`],
        ['', '['.repeat(100_000), 'json: cannot parse input'],
        ['datafieldenc=base64', '{"Data":"?"}', 'illegal base64 data'],
        ['datafieldenc=hex', '{"Data":""}', 'unknown data field encoding'],
        ['inputenc=yaml', '{}', 'unknown object encoding'],
        ['inputenc=protobuf', '{}', 'protobuf: (PBNode) '],
        ['inputenc=xml', '', 'XML syntax error'],
        ['inputenc=xml', '<Node><Data></Node>', 'XML syntax error'],
        ['inputenc=xml', '<Node>&nbsp;</Node>', 'XML syntax error'],
        ['inputenc=xml', '<!DOCTYPE a [<!ENTITY b "c">]><Node/>', 'XML syntax error'],
        ['inputenc=xml', '<Node>'.repeat(100_000), 'XML syntax error'],
        ['inputenc=xml', '<Node><Links><Hash>bafkqaaa</Hash><Size>a</Size></Links></Node>', 'xml: Size'],
      ],
      EVERY,
    ),
  )('refuses input %#: ?%s', async (query, content, message) => {
    const { status, text } = await callCommand('object/put', { query, content })

    expect([status, text.slice(0, 12 + message.length)]).toEqual([500, `{"Message":"${message}`])
  })

  it('refuses a body that is over the size of a block, and none', async () => {
    const content = new Uint8Array(2 * 1024 * 1024 + 11).fill(0x20)

    expect((await callCommand('object/put', { content })).text).toContain('produced block is over 2MiB')
    expect(await callCommand('object/put')).toEqual(malformed("file argument 'data' is required"))
  })
})

describe('POST /api/v0/object/patch/add-link', () => {
  const addLink = (args: readonly string[], query?: string) =>
    callCommand('object/patch/add-link', { args, ...(query && { query }) })
  const linked = (args: readonly string[], query?: string) =>
    hashOf('object/patch/add-link', { args, ...(query && { query }) })

  it('makes the nodes of the reference implementation', async () => {
    const first = await linked([EMPTY_DIRECTORY, 'baz', EMPTY_DIRECTORY])
    const second = await linked([EMPTY_DIRECTORY, 'bar', first])
    expect(await addLink([EMPTY_DIRECTORY, 'foo', `/ipfs/${second}/bar`])).toEqual(
      answered({ Hash: 'QmPc73aWK9dgFBXe86P4PvQizHo9e5Qt7n7DAMXWuigFuG' }),
    )
    expect(await addLink([EMPTY_DIRECTORY, 'a/b', EMPTY_DIRECTORY], 'create=true')).toEqual(
      answered({ Hash: 'QmZD3r9cZjzU8huNY2JS9TC6n8daDfT8TmE8zBSqG31Wvq' }),
    )
    expect(await addLink([EMPTY, 'a', EMPTY_DIRECTORY], 'encoding=text')).toEqual(
      printed(`${await linked([EMPTY, 'a', EMPTY_DIRECTORY])}\n`),
    )
  })

  it('puts the new link in place of those of its name, and keeps the form of each CID', async () => {
    const folder = await addRoot('cid-version=1', file('d/a', 'a\n'), file('d/s/c', 'c\n'))
    const other = await addRoot('cid-version=1', file('', 'raw1\n'))

    const patched = await linked([folder, 'z/y', other], 'p')
    const replaced = await linked([patched, 'z/y', `${folder}/a`])

    expect(patched).toMatch(/^bafybei/)
    expect((await askCommand<{ Links: object[] }>('object/get', { args: [patched] })).Links).toEqual([
      { Name: 'a', Hash: expect.stringMatching(/^bafkrei/), Size: 2 },
      { Name: 's', Hash: expect.stringMatching(/^bafybei/), Size: 51 },
      { Name: 'z', Hash: expect.stringMatching(/^Qm/), Size: 54 },
    ])
    expect((await callCommand('cat', { args: [`${replaced}/z/y`] })).text).toBe('a\n')
    expect((await callCommand('cat', { args: [`${replaced}/s/c`] })).text).toBe('c\n')
  })

  it.each(
    sampleOnHosts(
      [
        [[EMPTY_DIRECTORY, 'a/b', EMPTY_DIRECTORY], '', 'no link by that name'],
        [[EMPTY_DIRECTORY, '', EMPTY_DIRECTORY], '', 'cannot create link with no name'],
        [[EMPTY_DIRECTORY, '/', EMPTY_DIRECTORY], 'create=true', 'cannot create link with no name'],
        [
          [EMPTY_DIRECTORY, 'a/'.repeat(2000), EMPTY_DIRECTORY],
          'create=true',
          'Cannot read path of link: over 1024 names',
        ],
        [['bafkqaaa', 'a', EMPTY_DIRECTORY], '', 'expected protobuf dag node'],
      ],
      EVERY,
    ),
  )('refuses call %#', async (args, query, message) => {
    expect(await addLink(args, query)).toEqual(failed(message))
  })

  it('refuses absent paths, and resolves through dag-pb nodes alone', async () => {
    const withRaw = await linked([EMPTY_DIRECTORY, 'raw', 'bafkqaaa'])

    expect((await addLink([EMPTY_DIRECTORY, 'a', ABSENT])).text).toContain(`could not find ${ABSENT}`)
    expect((await addLink([ABSENT, 'a', EMPTY])).text).toContain(`could not find ${ABSENT}`)
    expect(await addLink([withRaw, 'raw/a', EMPTY])).toEqual(failed('expected protobuf dag node'))
    expect(await addLink([EMPTY, 'a'])).toEqual(malformed('argument "ref" is required'))
    expect((await addLink([EMPTY, 'x'.repeat(10_000), EMPTY])).status).toBe(200)
  })
})

describe('POST /api/v0/object/patch/rm-link', () => {
  const removeLink = (...args: readonly string[]) => callCommand('object/patch/rm-link', { args })

  it('removes the link at a path', async () => {
    const hello = await addRoot('', file('', 'hello world\n'))
    const added = await hashOf('object/patch/add-link', {
      args: [EMPTY_DIRECTORY, 'a/b/c', hello],
      query: 'create=true',
    })

    expect(await removeLink(added, 'a/b/c')).toEqual(
      answered({ Hash: 'QmZD3r9cZjzU8huNY2JS9TC6n8daDfT8TmE8zBSqG31Wvq' }),
    )
    expect(await removeLink(added, 'a')).toEqual(answered({ Hash: EMPTY_DIRECTORY }))
    expect(await removeLink(added, 'a/b/d')).toEqual(failed('no link by that name'))
    expect(await removeLink(added, 'b/c')).toEqual(failed('no link by that name'))
    expect(await removeLink(added, '')).toEqual(failed('no link by that name'))
    expect(await removeLink(added)).toEqual(malformed('argument "name" is required'))
  })
})

describe('POST /api/v0/object/patch/add-link and rm-link with allow-non-unixfs, which the Go client sends as false', () => {
  const UNIXFS = ' (see https://specs.ipfs.tech/unixfs/)'
  const ONLY = 'node, only Directory nodes support link'
  const SKIP = 'a non-UnixFS dag-pb node; pass --allow-non-unixfs to skip validation'
  const SHARD = 'a HAMTShard at the dag-pb level (would corrupt the HAMT bitfield); use'
  const OVERRIDE = 'instead, or pass --allow-non-unixfs to override'
  const bytes = (...values: number[]) => Uint8Array.of(0x0a, values.length, ...values)
  const put = async (content: Uint8Array<ArrayBuffer>) =>
    (await askCommand<{ Key: string }>('block/put', { query: 'cid-codec=dag-pb', content })).Key

  it.each(
    sampleOnHosts(
      [
        ['Raw', bytes(0x08, 0, 0x12, 0, 0x18, 0)],
        ['File', bytes(0x08, 2, 0x12, 1, 0x61, 0x18, 1)],
        ['Metadata', bytes(0x08, 3)],
        ['Symlink', bytes(0x08, 4, 0x12, 1, 0x61)],
        ['HAMTShard', bytes(0x08, 5, 0x12, 0, 0x28, 0x22, 0x30, 0x10)],
        ['none', bytes(0x61, 0x62, 0x63)],
      ],
      EVERY,
    ),
  )('refuses to change a node of type %s', async (type: string, content) => {
    const root = await put(content)
    const [added, removed] = ['add named links to', 'remove links from']
    const expected = {
      HAMTShard: [
        `cannot add links to ${SHARD} 'ipfs files' commands ${OVERRIDE}`,
        `cannot ${removed} ${SHARD} 'ipfs files rm' ${OVERRIDE}`,
      ],
      none: [`cannot ${added} ${SKIP}`, `cannot ${removed} ${SKIP}`],
    }[type] ?? [
      `cannot ${added} a UnixFS ${type} ${ONLY} addition at the dag-pb level${UNIXFS}`,
      `cannot ${removed} a UnixFS ${type} ${ONLY} removal at the dag-pb level${UNIXFS}`,
    ]
    const change = (command: string, args: readonly string[], query: string) =>
      callCommand(`object/patch/${command}`, { args, query })
    const refuse = 'allow-non-unixfs=false'

    expect(await change('add-link', [root, 'a', EMPTY], refuse)).toEqual(failed(expected[0] ?? ''))
    expect(await change('rm-link', [root, 'a'], refuse)).toEqual(failed(expected[1] ?? ''))
    const isUnixfs = type !== 'none'
    for (const query of ['', 'allow-non-unixfs=true']) {
      const isRefused = isUnixfs && query === ''
      const [add, remove] = isRefused ? expected : [undefined, 'no link by that name']
      expect((await change('add-link', [root, 'a', EMPTY], query)).status).toBe(add ? 500 : 200)
      expect(await change('rm-link', [root, 'a'], query)).toEqual(failed(remove ?? ''))
    }
  })

  it('changes directories below the root, and neither a file there nor what is to be below a file', async () => {
    const hello = await addRoot('', file('', 'hello world\n'))
    const query = 'allow-non-unixfs=false&create=true'
    const link = (args: readonly string[]) => callCommand('object/patch/add-link', { args, query })
    const folder = await hashOf('object/patch/add-link', { args: [EMPTY_DIRECTORY, 'd/x', hello], query })

    const deep = await hashOf('object/patch/add-link', { args: [folder, 'd/foo', EMPTY_DIRECTORY], query })
    expect(await callCommand('object/patch/rm-link', { args: [deep, 'd/foo'], query })).toEqual(
      answered({ Hash: folder }),
    )
    for (const name of ['d/x/foo', 'd/x/foo/bar']) {
      expect((await link([folder, name, EMPTY_DIRECTORY])).text).toContain('to a UnixFS File node')
      const removed = await callCommand('object/patch/rm-link', { args: [folder, name], query })
      expect(removed.text).toContain('from a UnixFS File node')
    }
  })
})

describe('POST /api/v0/object/patch/set-data and append-data', () => {
  const dataOf = async (cid: string) => (await callCommand('object/data', { args: [cid] })).text

  it('set and extend the data field', async () => {
    const set = await hashOf('object/patch/set-data', { args: [EMPTY], content: 'foo' })
    const appended = await hashOf('object/patch/append-data', { args: [set], content: 'bar' })

    expect([await dataOf(set), await dataOf(appended)]).toEqual(['foo', 'foobar'])
    expect(await hashOf('object/put', { content: '{"Data":"foobar"}' })).toBe(appended)
    expect(await hashOf('object/patch/set-data', { args: [appended], content: '' })).toBe(EMPTY)
    expect(
      await callCommand('object/patch/set-data', { args: [EMPTY], content: 'foo', query: 'encoding=text' }),
    ).toEqual(printed(`${set}\n`))
  })

  it.each(['object/patch/set-data', 'object/patch/append-data'])('%s refuses bad calls', async (path) => {
    const content = 'x'
    const big = new Uint8Array(2 * 1024 * 1024)

    expect(await callCommand(path, { args: [EMPTY] })).toEqual(malformed("file argument 'data' is required"))
    expect(await callCommand(path, { content })).toEqual(malformed('argument "root" is required'))
    expect(await callCommand(path, { args: ['bafkqaaa'], content })).toEqual(
      failed('expected protobuf dag node'),
    )
    expect((await callCommand(path, { args: [ABSENT], content })).text).toContain('could not find')
    expect((await callCommand(path, { args: [EMPTY], content: big })).text).toMatch(/over 2(097152|MiB)/)
  })
})

describe('POST /api/v0/object/diff', () => {
  let [before, after] = ['', '']

  beforeAll(async () => {
    before = await addRoot('', file('foo/a', 'a\n'), file('foo/b', 'b\n'), file('foo/s/c', 'c\n'))
    after = await addRoot('', file('foo/a', 'x\n'), file('foo/n', 'n\n'), file('foo/s/c', 'd\n'))
  })

  const diff = (args: readonly string[], query = '') => callCommand('object/diff', { args, query })

  it('tells what changed, then what is gone, then what is new', async () => {
    const link = (cid: string) => ({ '/': cid })
    expect(await diff([before, after])).toEqual(
      answered({
        Changes: [
          {
            Type: 2,
            Path: 'a',
            Before: link('Qmbvkmk9LFsGneteXk3G7YLqtLVME566ho6ibaQZZVHaC9'),
            After: link('QmUNXr47Bja3aHUMfhXX5mMWTFJKuoUGETcA48vHG7dhag'),
          },
          {
            Type: 2,
            Path: 's/c',
            Before: link('QmetGxZTgo8tYAKQH1KLsY13MxqeVHbxYVmvzBzJAKU6Z7'),
            After: link('QmTnXiAHv2eV3Nx1AwAuifoLFYXwY2HdHjB9atXCp7xXUV'),
          },
          { Type: 1, Path: 'b', Before: link('QmR9pC5uCF3UExca8RSrCVL8eKv7nHMpATzbEQkAHpXmVM'), After: null },
          { Type: 0, Path: 'n', Before: null, After: link('QmbbeGN9ahKHd6rLeWtVUMhXnJsAv9gD2ghnKyeF5f9nBS') },
        ],
      }),
    )
    expect(await diff([before, before])).toEqual(answered({ Changes: [] }))
  })

  it('prints lines as text', async () => {
    expect((await diff([before, after], 'encoding=text')).text).toBe(
      '~ Qmbvkmk9LFsGneteXk3G7YLqtLVME566ho6ibaQZZVHaC9 QmUNXr47Bja3aHUMfhXX5mMWTFJKuoUGETcA48vHG7dhag "a"\n' +
        '~ QmetGxZTgo8tYAKQH1KLsY13MxqeVHbxYVmvzBzJAKU6Z7 QmTnXiAHv2eV3Nx1AwAuifoLFYXwY2HdHjB9atXCp7xXUV "s/c"\n' +
        '- QmR9pC5uCF3UExca8RSrCVL8eKv7nHMpATzbEQkAHpXmVM "b"\n' +
        '+ QmbbeGN9ahKHd6rLeWtVUMhXnJsAv9gD2ghnKyeF5f9nBS "n"\n',
    )
    expect((await diff([before, after], 'encoding=text&v=true')).text).toBe(
      'Changed "a" from Qmbvkmk9LFsGneteXk3G7YLqtLVME566ho6ibaQZZVHaC9 to QmUNXr47Bja3aHUMfhXX5mMWTFJKuoUGETcA48vHG7dhag.\n' +
        'Changed "s/c" from QmetGxZTgo8tYAKQH1KLsY13MxqeVHbxYVmvzBzJAKU6Z7 to QmTnXiAHv2eV3Nx1AwAuifoLFYXwY2HdHjB9atXCp7xXUV.\n' +
        'Removed link "b" (was QmR9pC5uCF3UExca8RSrCVL8eKv7nHMpATzbEQkAHpXmVM).\n' +
        'Added new link "n" pointing to QmbbeGN9ahKHd6rLeWtVUMhXnJsAv9gD2ghnKyeF5f9nBS.\n',
    )
  })

  it('compares nodes without links, and nodes of other codecs, as wholes', async () => {
    const change = { Type: 2, Path: '' }

    expect(await diff([`${before}/a`, `${after}/a`])).toEqual(
      answered({
        Changes: [
          {
            ...change,
            Before: { '/': 'Qmbvkmk9LFsGneteXk3G7YLqtLVME566ho6ibaQZZVHaC9' },
            After: { '/': 'QmUNXr47Bja3aHUMfhXX5mMWTFJKuoUGETcA48vHG7dhag' },
          },
        ],
      }),
    )
    expect(await diff([before, 'bafkqaaa'])).toEqual(
      answered({ Changes: [{ ...change, Before: { '/': before }, After: { '/': 'bafkqaaa' } }] }),
    )
  })

  it('refuses bad calls', async () => {
    expect(await diff([before])).toEqual(malformed('argument "obj_b" is required'))
    expect((await diff([before, ABSENT])).text).toContain(`could not find ${ABSENT}`)
    expect((await diff(['foo', before])).text).toContain('invalid path \\"foo\\"')
    expect((await diff([before, 'x'.repeat(10_000)])).status).toBe(500)
  })
})
