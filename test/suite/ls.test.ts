import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { addRoot, lines } from '../requests/add.ts'
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
  }[]
}

async function ls(query: string): Promise<readonly LsObject[]> {
  const { Objects }: { Objects: LsObject[] } = await (await post(`ls?${query}`)).json()
  return Objects
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
      ['c', 0, 4, 'b.txt'],
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

  it('prints columns as text', async () => {
    const text = await (await post(`ls?arg=${root}&encoding=text&headers=true`)).text()

    const rows = text.trimEnd().split('\n')
    expect(rows[0]).toMatch(/^Hash +Size Name$/)
    expect(rows.slice(1).map((row) => row.split(/ +/).slice(1))).toEqual([
      ['-', 'a/'],
      ['12', 'b.txt'],
      ['0', 'c'],
      ['-', 'void/'],
    ])
  })

  it('prints CIDs in the base that is asked for', async () => {
    const [object] = await ls(`arg=${root}&cid-base=base32`)

    expect(object?.Links[0]?.Hash).toMatch(/^bafybei/)
  })
})
