import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { addRoot, lines } from '../requests/add.ts'
import { dagPut } from '../requests/dag.ts'
import { directory, file, symlink } from '../requests/form.ts'

const post = (path: string): Promise<Response> => send(`/api/v0/${path}`, { method: 'POST' })

interface LsObject {
  readonly Hash: string
  readonly Links: readonly {
    readonly Name: string
    readonly Hash: string
    readonly Size: number
    readonly Type: number
    readonly Target: string
    readonly Mode?: number
    readonly ModTime?: string
  }[]
}

async function ls(query: string): Promise<readonly LsObject[]> {
  const { Objects }: { Objects: LsObject[] } = await (await post(`ls?${query}`)).json()
  return Objects
}

/** The lines of the text form, with the same letter for each CID and for its column in a heading. */
async function textOf(query: string): Promise<readonly string[]> {
  const text = await (await post(`ls?${query}&encoding=text`)).text()
  return text
    .trimEnd()
    .replaceAll(/Qm\w{44}/g, 'X')
    .replaceAll(/^Hash {2,}/gm, 'Hash ')
    .split('\n')
}

describe('POST /api/v0/ls', () => {
  let root = ''

  beforeAll(async () => {
    root = await addRoot(
      '',
      ...[file('d/b.txt', 'twelve bytes'), file('d/a/x', 'x'), symlink('d/c', 'b.txt'), directory('d/void')],
    )
  })

  it('lists links by name with sizes, types and targets', async () => {
    const [object] = await ls(`arg=${root}`)

    expect(object?.Hash).toBe(root)
    expect(object?.Links.map(({ Name, Size, Type, Target }) => [Name, Size, Type, Target])).toEqual([
      ['a', 0, 1, ''],
      ['b.txt', 12, 2, ''],
      ['c', 5, 4, 'b.txt'],
      ['void', 0, 1, ''],
    ])
  })

  it('prints fields in the order of the reference and the argument as it came', async () => {
    const text = await (await post(`ls?arg=/ipfs/${root}/void`)).text()

    expect(text).toBe(`{"Objects":[{"Hash":"/ipfs/${root}/void","Links":[]}]}\n`)
  })

  it('does not load children when neither sizes nor types are asked for', async () => {
    const [object] = await ls(`arg=${root}&resolve-type=false&size=false`)

    expect(object?.Links.map(({ Size, Type }) => [Size, Type])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ])
  })

  it('streams one link a line, and no line for an empty directory', async () => {
    const streamed = lines<{ Objects: LsObject[] }>(await (await post(`ls?arg=${root}&stream=true`)).text())
    const none = await post(`ls?arg=${root}/void&stream=true`)

    expect(streamed.map(({ Objects }) => Objects[0]?.Links.map(({ Name }) => Name))).toEqual([
      ['a'],
      ['b.txt'],
      ['c'],
      ['void'],
    ])
    expect(await none.text()).toBe('')
  })

  it('lists the chunks of a file of several blocks, and nothing for one of a single block', async () => {
    const chunked = await addRoot('chunker=size-5', file('f', 'twelve bytes'))
    const single = await addRoot('', file('f', 'twelve bytes'))

    const objects = await ls(`arg=${chunked}&arg=${single}`)

    expect(objects.map(({ Links }) => Links.map(({ Name, Size, Type }) => [Name, Size, Type]))).toEqual([
      [
        ['', 5, 2],
        ['', 5, 2],
        ['', 2, 2],
      ],
      [],
    ])
  })

  it('sorts a sharded directory by name, and streams it in the order of its shards', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `${at}`)
    const sharded = await addRoot(
      'max-directory-links=39&max-hamt-fanout=8',
      ...names.map((name) => file(`d/${name}`, name)),
    )

    const [object] = await ls(`arg=${sharded}`)
    const streamed = lines<{ Objects: LsObject[] }>(
      await (await post(`ls?arg=${sharded}&stream=true`)).text(),
    )

    const listed = object?.Links.map(({ Name }) => Name) ?? []
    const inShards = streamed.flatMap(({ Objects }) => Objects[0]?.Links.map(({ Name }) => Name) ?? [])
    expect(listed).toEqual(names.toSorted())
    expect(inShards).not.toEqual(listed)
    expect(inShards.toSorted()).toEqual(listed)
  })

  it('tells the modes and times that nodes have, modes with the bits of Go', async () => {
    const dated = await addRoot(
      'preserve-mode=true&preserve-mtime=true',
      file('d/a', 'x', { mode: '0600', mtime: '1700000000', 'mtime-nsecs': '5' }),
      symlink('d/l', 'target', { mtime: '9' }),
      file('d/n', '', { mtime: '-5' }),
      directory('d/s', { mode: '04750', mtime: '1' }),
      directory('d/t', { mode: '01777', mtime: '1', 'mtime-nsecs': '100000000' }),
      file('d/u', '', { mode: '02750', mtime: '253402300799', 'mtime-nsecs': '120' }),
      file('d/z', '', { mtime: '253402300800' }),
    )

    const [object] = await ls(`arg=${dated}`)
    const bare = await (await post(`ls?arg=${dated}&resolve-type=false&size=false`)).text()

    expect(object?.Links.map(({ Name, Mode, ModTime }) => [Name, Mode, ModTime])).toEqual([
      ['a', 384, '2023-11-14T22:13:20.000000005Z'],
      ['l', undefined, '1970-01-01T00:00:09Z'],
      ['n', undefined, '1969-12-31T23:59:55Z'],
      ['s', 2_155_872_744, '1970-01-01T00:00:01Z'],
      ['t', 2_148_532_735, '1970-01-01T00:00:01.1Z'],
      ['u', 4_194_792, '9999-12-31T23:59:59.00000012Z'],
      ['z', undefined, undefined],
    ])
    expect(bare).not.toMatch(/Mode|ModTime/)
  })

  it('lists the links of a node that is no file and no directory, without names', async () => {
    const [leaf = '', none = ''] = await dagPut('', '{"a":{"b":1}}', '[]')
    const [node = ''] = await dagPut('', `{"x":{"/":"${leaf}"},"y":[{"/":"${root}"}]}`)

    const objects = await ls(`arg=${node}&arg=${leaf}&arg=${none}`)
    const streamed = await post(`ls?arg=${leaf}&stream=true`)

    expect(objects.map(({ Links }) => Links)).toEqual([
      [
        { Name: '', Hash: leaf, Size: 0, Type: 0, Target: '' },
        { Name: '', Hash: root, Size: 0, Type: 1, Target: '' },
      ],
      [],
      [],
    ])
    expect([streamed.status, await streamed.text()]).toEqual([200, ''])
  })

  it('prints columns as text', async () => {
    const text = await (await post(`ls?arg=${root}&encoding=text&headers=true`)).text()

    const rows = text.trimEnd().split('\n')
    expect(rows[0]).toMatch(/^Hash +Size Name$/)
    expect(rows.slice(1).map((row) => row.split(/ +/).slice(1))).toEqual([
      ['-', 'a/'],
      ['12', 'b.txt'],
      ['5', 'c'],
      ['-', 'void/'],
    ])
  })

  it('prints text without sizes if they are not wanted, and escapes names', async () => {
    const odd = await addRoot('', file('d/a\tb"c', 'x'))

    expect(await textOf(`arg=${odd}&headers=true&size=false`)).toEqual(['Hash Name', 'X a\\tb"c'])
  })

  it('streams text in wide columns, without headings', async () => {
    expect(await textOf(`arg=${root}&stream=true&headers=true`)).toEqual([
      'X -         a/',
      'X 12        b.txt',
      'X 5         c',
      'X -         void/',
    ])
  })

  it('prints CIDs in the base that is asked for', async () => {
    const [object] = await ls(`arg=${root}&cid-base=base32`)

    expect(object?.Links[0]?.Hash).toMatch(/^bafybei/)
  })
})
