import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { addRoot } from '../requests/add.ts'
import { dagPut } from '../requests/dag.ts'
import { directory, file } from '../requests/form.ts'

/** What `dag/put` makes of `{"a":{"b":1}}`, and its bytes. */
const NODE = 'bafyreiboeqgxflpn5fd4cz2lwnetxndpklej2keuhzlsdz55mgnj6f4uhu'
const NODE_BYTES = '\xa1aa\xa1ab\x01'

const post = (path: string) => send(`/api/v0/${path}`, { method: 'POST' })

async function message(path: string): Promise<string> {
  const { Message } = await (await post(path)).json()
  return Message
}

describe('a path argument', () => {
  let root = ''

  beforeAll(async () => {
    root = await addRoot('', directory('d'), file('d/a', 'paths, alpha'))
    await dagPut('pin=true', '{"a":{"b":1}}')
  })

  it.each([
    ...['ipfs://$/a', 'IPFS://$/a', 'ipfs:$/a', 'cas://$/a', 'ipld:$/a', 'ipfs:///$//a/'],
    ...['/ipfs//$//a', '//ipfs/$/a', '/cas//$/a', '$//a', '/ipfs/$/./x/../a/'],
    ...['/ipfs/x/../$/a', '/../ipfs/$/a'],
  ])('may be spelled %s', async (spelling) => {
    const read = await post(`cat?arg=${encodeURIComponent(spelling.replace('$', root))}`)

    expect([read.status, await read.text()]).toEqual([200, 'paths, alpha'])
  })

  it.each(['ipfs://', 'ipfs:', '/ipfs//', '//', 'ipns:'])('is none as %s', async (spelling) => {
    expect(await message(`cat?arg=${encodeURIComponent(spelling)}`)).toBe(
      `invalid path "${spelling}": not enough path components`,
    )
  })

  it('of another scheme is none', async () => {
    expect(await message(`cat?arg=http://${root}`)).toMatch(/^invalid path "http:/)
  })

  it('may be a URI for every command that takes a path', async () => {
    const [listed, exported, resolved] = await Promise.all([
      post(`ls?arg=ipfs://${root}`),
      post(`dag/export?arg=ipfs:${root}`),
      post(`resolve?arg=ipfs://${root}/a`),
    ])

    expect((await listed.json()).Objects[0]).toMatchObject({ Hash: `ipfs://${root}`, Links: [{ Name: 'a' }] })
    expect(exported.status).toBe(200)
    expect((await resolved.json()).Path).toMatch(/^\/ipfs\/Qm/)
    await exported.body?.cancel()
  })

  it('that ends inside a node means the node', async () => {
    const inside = `${NODE}/a`

    expect(await (await post(`block/get?arg=${inside}`)).text()).toBe(
      new TextDecoder().decode(Uint8Array.from(NODE_BYTES, (char) => char.charCodeAt(0))),
    )
    expect(await (await post(`block/stat?arg=${inside}`)).json()).toEqual({ Key: NODE, Size: 7 })
    expect(await (await post(`refs?arg=${inside}`)).text()).toBe('')
    expect((await (await post(`ls?arg=${inside}`)).json()).Objects).toEqual([{ Hash: inside, Links: [] }])
    expect((await (await post(`pin/ls?arg=${inside}`)).json()).Keys).toEqual({
      [NODE]: { Type: 'recursive' },
    })
    expect(await message(`block/get?arg=${NODE}/x`)).toBe(`no link named "x" under ${NODE}`)
  })
})
