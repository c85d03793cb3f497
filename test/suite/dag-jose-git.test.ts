import { describe, expect, it } from 'vitest'
import { blockBytes, dagGet, dagPut, post } from '../requests/dag.ts'

const encode = (text: string) => new TextEncoder().encode(text)

describe('POST /api/v0/dag/put with store-codec=dag-jose', () => {
  it('stores a JWS whose payload can be followed as a link', async () => {
    const [payload = ''] = await dagPut('store-codec=dag-cbor', '{"hello":"world"}')
    const message = {
      payload: 'AXESIHhRlyKdyLsRUpRdpY4jSPfiee7e0GzCynNtDoeYWLUB',
      signatures: [{ protected: 'eyJhIjoxfQ', signature: 'c2ln', header: { kid: 'a', n: 1 } }],
    }

    const [cid = ''] = await dagPut('store-codec=dag-jose', JSON.stringify(message))

    expect(payload).toBe('bafyreidykglsfhoixmivffc5uwhcgshx4j465xwqntbmu43nb2dzqwfvae')
    expect(cid).toBe('bagcqcera62dhv33q5hnvwo5frph4o27gqg6skqweunaihgo4o34sj2v3mckq')
    expect(JSON.parse(await dagGet(cid))).toEqual({ ...message, link: { '/': payload } })
    expect(await dagGet(`${cid}/link/hello`)).toBe('"world"')
  })

  it('refuses what is no JOSE object', async () => {
    await expect(dagPut('store-codec=dag-jose', '{"a":1}')).rejects.toThrow('invalid JOSE object')
  })
})

describe('POST /api/v0/dag/put with git-raw', () => {
  const blob = encode('blob 3\x00hi\n')

  it('stores a git object under its SHA-1 and shows it as a node', async () => {
    const [cid = ''] = await dagPut('input-codec=git-raw&store-codec=git-raw&hash=sha1', blob)

    expect(cid).toBe('baf4bcfcfxgb34nvxhqdyrxe4xs3wzo4a7r53avy')
    expect(await blockBytes(cid)).toEqual(blob)
    expect(await dagGet(cid)).toBe('{"/":{"bytes":"YmxvYiAzAGhpCg"}}')
  })

  it('refuses an object of another type', async () => {
    await expect(dagPut('input-codec=git-raw', 'hello world\n')).rejects.toThrow(
      /unrecognized object type: ."hello/,
    )
  })

  it('follows the links of a tree', async () => {
    const entry = Uint8Array.from('45b983be36b73c0788dc9cbcb76cbb80fc7bb057'.match(/../g) ?? [], (hex) =>
      Number.parseInt(hex, 16),
    )
    await dagPut('input-codec=git-raw&store-codec=git-raw&hash=sha1', blob)
    const tree = new Uint8Array([...encode('tree 29\x00100644 a\x00'), ...entry])

    const [cid = ''] = await dagPut('input-codec=git-raw&store-codec=git-raw&hash=sha1', tree)

    expect(await dagGet(`${cid}/a/mode`)).toBe('"100644"')
    expect(await (await post(`refs?arg=${cid}`)).text()).toContain('baf4bcfcfxgb34nvxhqdyrxe4xs3wzo4a7r53avy')
  })
})
