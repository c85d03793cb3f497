import { describe, expect, it } from 'vitest'
import vectors from '../fixtures/dag/vectors.json' with { type: 'json' }
import { addRoot } from '../requests/add.ts'
import { dagPut, post } from '../requests/dag.ts'
import { file } from '../requests/form.ts'

const cases = vectors.cases.filter(({ op }) => op === 'resolve')

describe('POST /api/v0/dag/resolve', () => {
  it.each(cases.map((one) => [one.name, one] as const))(
    'answers as the public set says: %s',
    async (_, one) => {
      for (const { putDagJson, cid } of one.setup ?? []) expect(await dagPut('', putDagJson)).toEqual([cid])

      const response = await post(`dag/resolve?arg=${one.cid}/${one.path}`)

      expect(await response.json()).toEqual({ Cid: { '/': one.expect?.cid }, RemPath: one.expect?.remainder })
    },
  )

  it('prints no line break in text', async () => {
    const [inner = ''] = await dagPut('', '{"data":123}')
    const [outer = ''] = await dagPut('', `{"obj":{"/":"${inner}"}}`)

    const whole = await post(`dag/resolve?arg=${outer}/obj&encoding=text`)
    const inside = await post(`dag/resolve?arg=${outer}/obj/data&encoding=text`)

    expect(await whole.text()).toBe(inner)
    expect(await inside.text()).toBe(`${inner}/data`)
  })
})

describe('a path that begins with a CID of version 1', () => {
  it('leads to CIDs of version 1, in text and in the answer of /resolve', async () => {
    const v0 = await addRoot('', file('', 'hello world\n'))
    const v1 = 'bafybeicg2rebjoofv4kbyovkw7af3rpiitvnl6i7ckcywaq6xjcxnc2mby'
    const [outer = ''] = await dagPut('', `{"b":{"/":"${v0}"}}`)
    const read = async (path: string) => (await post(path)).text()

    expect(await read(`resolve?arg=${outer}/b`)).toBe(`{"Path":"/ipfs/${v1}"}\n`)
    expect(await read(`dag/resolve?arg=${outer}/b&encoding=text`)).toBe(v1)
    expect(await read(`dag/resolve?arg=${outer}/b`)).toBe(`{"Cid":{"/":"${v0}"},"RemPath":""}\n`)
    expect(await read(`resolve?arg=${outer}/b&cid-base=base58btc`)).toBe(`{"Path":"/ipfs/${v0}"}\n`)
  })
})

describe('POST /api/v0/resolve', () => {
  const resolved = async (query: string) => {
    const { Path }: { Path: string } = await (await post(`resolve?arg=${query}`)).json()
    return Path
  }

  it('follows a path to its content', async () => {
    const root = await addRoot('', file('d/a/b.txt', 'deep'))
    const leaf = await addRoot('', file('b.txt', 'deep'))

    expect(await resolved(`/ipfs/${root}/a/b.txt`)).toBe(`/ipfs/${leaf}`)
    expect(await resolved(root)).toBe(`/ipfs/${root}`)
  })

  it('keeps what is inside a block, and the prefix of /ipld', async () => {
    const [cid = ''] = await dagPut('', '{"i":{"j":{"k":"v"}}}')

    expect(await resolved(`/ipfs/${cid}/i/j`)).toBe(`/ipfs/${cid}/i/j`)
    expect(await resolved(`/ipld/${cid}/i/j/k`)).toBe(`/ipld/${cid}/i/j/k`)
  })

  it('prints the base of the path, or that of cid-base', async () => {
    const v1 = 'bafkreifvxooyaffa7gy5mhrb46lnpdom34jvf4r42mubf5efbodyvzeujq'
    const [raw = ''] = await dagPut('store-codec=raw&input-codec=raw', 'foo\n')
    const root = await addRoot('', file('', 'v0'))
    const written = await resolved(`/ipfs/${v1}&cid-base=base36`)

    expect(raw).toBe(v1)
    expect(written).toMatch(/^\/ipfs\/k2/)
    expect(await resolved(written)).toBe(written)
    expect(await resolved(`${written}&cid-base=base32`)).toBe(`/ipfs/${v1}`)
    expect(await resolved(`/ipfs/${root}`)).toBe(`/ipfs/${root}`)
    expect(await resolved(`/ipfs/${root}&cid-base=base32`)).toMatch(/^\/ipfs\/bafybei/)
  })

  it.each([
    ['/ipns/nonsense', /cannot resolve: "\/ipns\/nonsense"/],
    ['/ipfs/', /not enough path components/],
    ['nonsense', /invalid path "nonsense": /],
    ['/ipfs/bafkqaaa/x', /no link named "x" under bafkqaaa/],
  ])('answers 500 for %s', async (path, message) => {
    const response = await post(`resolve?arg=${path}`)

    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ Message: expect.stringMatching(message), Code: 0 })
  })
})
