import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { file, form } from '../requests/form.ts'
import { chunkedFile, directory, rawFile, storeBlocks } from '../requests/stored-tree.ts'

const post = (path: string) => send(`/api/v0/${path}`, { method: 'POST' })

interface Line {
  readonly Ref: string
  readonly Err: string
}

async function lines(query: string): Promise<Line[]> {
  const response = await post(`refs?${query}`)
  expect(response.status).toBe(200)
  const text = await response.text()
  return text === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
}

const refs = async (query: string) => (await lines(query)).map(({ Ref }) => Ref)

const ROOT = 'QmU6xujRsYzcrkocuR3fhfnkZBB8eyUFFq4WKRGw2aS15h'
const NAMES: Readonly<Record<string, string>> = {
  QmdytmR4wULMd3SLo6ePF4s3WcRHWcpnJZ7bHhoj3QB13v: 'a',
  QmNkQvpiyAEtbeLviC7kqfifYoK1GXPcsSxTpP1yS3ykLa: 'B',
  QmSanP5DpxpqfDdS4yekHY1MqrVge47gtxQcp2e2yZ4UwS: 'D',
  QmSFxnK675wQ9Kc1uqWKyJUaNxvSc2BP5DbXCD3x93oq61: 't',
  QmXXazTjeNCKFnpW1D65vTKsTs8fbgkCWTv8Em4pdK2coH: 'C',
}
const named = async (query: string) =>
  (await refs(`arg=${ROOT}&${query}`)).map((cid) => NAMES[cid] ?? cid).join(' ')

beforeAll(async () => {
  const files = {
    'A/1.txt': '1\n',
    'A/B/1.txt': '1\n',
    'A/B/D/2.txt': '2\n',
    'A/C/B/1.txt': '1\n',
    'A/C/B/D/2.txt': '2\n',
    'A/D/2.txt': '2\n',
  }
  const parts = Object.entries(files).map(([path, content]) => file(path, content))
  await (await send('/api/v0/add', form(...parts))).text()
})

describe('POST /api/v0/refs', () => {
  it.each([
    ['', 'a B C D'],
    ['max-depth=3', 'a B C D'],
    ['recursive=true', 'a B a D t C B a D t D t'],
    ['recursive=true&unique=true', 'a B D t C'],
    ['recursive=true&max-depth=1', 'a B C D'],
    ['recursive=true&max-depth=0', ''],
    ['recursive=true&max-depth=2', 'a B a D C B D t'],
    ['recursive=true&unique=true&max-depth=2', 'a B D C t'],
    ['recursive=true&unique=true&max-depth=1', 'a B C D'],
    ['recursive=true&unique=true&max-depth=0', ''],
    ['r&u&max-depth=2', 'a B D C t'],
  ])('lists the links of the public example with %j', async (query, expected) => {
    expect(await named(query)).toBe(expected)
  })

  it('answers one line a link, with both fields', async () => {
    const response = await post(`refs?arg=${ROOT}/B/D`)

    expect(response.headers.get('X-Chunked-Output')).toBe('1')
    expect(await response.text()).toBe('{"Ref":"QmSFxnK675wQ9Kc1uqWKyJUaNxvSc2BP5DbXCD3x93oq61","Err":""}\n')
  })

  it('prints edges, and any format of the three tokens', async () => {
    const [d, t] = [
      'QmSanP5DpxpqfDdS4yekHY1MqrVge47gtxQcp2e2yZ4UwS',
      'QmSFxnK675wQ9Kc1uqWKyJUaNxvSc2BP5DbXCD3x93oq61',
    ]

    expect(await refs(`arg=${d}&edges=true`)).toEqual([`${d} -> ${t}`])
    expect(await refs(`arg=${d}&format=`)).toEqual([t])
    expect(
      await refs(`arg=${d}&format=${encodeURIComponent('<linkname>=<dst><dst> of <src> <else>$&')}`),
    ).toEqual([`2.txt=${t}${t} of ${d} <else>$&`])
  })

  it('replaces source, target and name in this order: a name may not bring the others', async () => {
    const tricky = await directory({ '<src><linkname>': await rawFile('refs, tricky names') })
    await storeBlocks(send, tricky.blocks)

    expect(await refs(`arg=${tricky.cid}&format=${encodeURIComponent('<linkname>')}`)).toEqual([
      '<src><linkname>',
    ])
  })

  it('lists several roots one after the other, each CID once in all of them with unique', async () => {
    const query = `arg=${ROOT}/B&arg=${ROOT}/C/B`

    expect(await refs(query)).toHaveLength(4)
    expect(await refs(`${query}&unique=true`)).toHaveLength(2)
  })

  it('prints CIDs in the base that is asked for', async () => {
    expect(await refs(`arg=${ROOT}/D&cid-base=base32`)).toEqual([expect.stringMatching(/^bafybei/)])
  })

  it('lists the links of dag-cbor nodes, without names', async () => {
    const leaf = await rawFile('refs, below dag-cbor')
    await storeBlocks(send, leaf.blocks)
    const node = Uint8Array.of(
      0xa1,
      0x61,
      0x61,
      0xd8,
      0x2a,
      0x58,
      leaf.cid.bytes.length + 1,
      0,
      ...leaf.cid.bytes,
    )
    const put = await send('/api/v0/block/put?cid-codec=dag-cbor', form(file('data', node)))
    const { Key } = (await put.json()) as { Key: string }

    expect(await refs(`arg=${Key}&format=${encodeURIComponent('<src>/<linkname>/<dst>')}`)).toEqual([
      `${Key}//${leaf.cid}`,
    ])
  })

  it('reports a missing block in order, and continues with the next root', async () => {
    const held = await rawFile('refs, held')
    const absent = await rawFile('refs, absent')
    const tree = await chunkedFile([held, absent, await rawFile('refs, after')])
    await storeBlocks(
      send,
      tree.blocks.filter(({ cid }) => !cid.equals(absent.cid)),
    )

    const found = await lines(`arg=${tree.cid}&arg=${ROOT}/D`)

    expect(found).toEqual([
      { Ref: `${held.cid}`, Err: '' },
      { Ref: '', Err: `block was not found locally (offline): ipld: could not find ${absent.cid}` },
      { Ref: 'QmSFxnK675wQ9Kc1uqWKyJUaNxvSc2BP5DbXCD3x93oq61', Err: '' },
    ])
  })

  it('tells of a root that is not held in a line of its own, and lists the others', async () => {
    const absent = await rawFile('refs, an absent root')
    const Err = `block was not found locally (offline): ipld: could not find ${absent.cid}`
    const listed = await lines(`arg=${ROOT}/D`)

    expect(await lines(`arg=${absent.cid}`)).toEqual([{ Ref: '', Err }])
    expect(await lines(`arg=${absent.cid}&arg=${ROOT}/D`)).toEqual([{ Ref: '', Err }, ...listed])
    expect(await lines(`arg=${ROOT}/D&arg=${absent.cid}`)).toEqual([...listed, { Ref: '', Err }])
  })

  it('answers 500 before any line for a path that is none', async () => {
    const bad = await post('refs?arg=nonsense')

    expect(bad.status).toBe(500)
    expect(await bad.json()).toMatchObject({ Message: expect.stringMatching(/^invalid path "nonsense"/) })
  })

  it('refuses a format beside edges', async () => {
    const response = await post(`refs?arg=${ROOT}&edges=true&format=x`)

    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({
      Message: 'using format argument with edges is not allowed',
    })
  })

  it('ends with the error of a missing block for encoding=text, after the links before it', async () => {
    const held = await rawFile('refs suite, held')
    const lost = await rawFile('refs suite, lost')
    const folder = await directory({ a: held, b: lost })
    await storeBlocks(
      send,
      [...folder.blocks].filter(({ cid }) => !cid.equals(lost.cid)),
    )

    const response = await post(`refs?arg=${folder.cid}&encoding=text`)
    const [first, last = '{}', ...rest] = (await response.text()).trimEnd().split('\n')

    expect([response.status, first, rest]).toEqual([200, `${held.cid}`, []])
    expect(JSON.parse(last)).toMatchObject({ Type: 'error', Message: expect.stringContaining(`${lost.cid}`) })
  })

  it('writes a line a link for encoding=text', async () => {
    const response = await post(`refs?arg=${ROOT}/B/D&encoding=text`)

    expect(await response.text()).toBe('QmSFxnK675wQ9Kc1uqWKyJUaNxvSc2BP5DbXCD3x93oq61\n')
  })
})

describe('POST /api/v0/refs/local', () => {
  it('lists every held block by its raw CID', async () => {
    const held = await rawFile('refs/local, held')
    await storeBlocks(send, held.blocks)

    const response = await post('refs/local')
    const text = await response.text()

    expect(response.headers.get('X-Chunked-Output')).toBe('1')
    expect(text.split('\n')).toContain(`{"Ref":"${held.cid}","Err":""}`)
    expect(text).not.toMatch(/"Ref":"(?!bafk)/)
  })
})
