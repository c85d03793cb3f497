import { describe, expect, it } from 'vitest'
import { send } from '#host'

const post = (path: string) => send(`/api/v0/${path}`, { method: 'POST' })

interface PeerInfo {
  readonly ID: string
  readonly PublicKey: string
}

describe('POST /api/v0/id', () => {
  it('answers an Ed25519 key and the peer id made of it', async () => {
    const response = await post('id')
    const info = (await response.json()) as PeerInfo

    expect(info).toEqual({
      ID: expect.stringMatching(/^12D3KooW[1-9A-HJ-NP-Za-km-z]{44}$/),
      PublicKey: expect.stringMatching(/^CAESI[A-P]/),
      // A node on loopback is reached at the address of its API, once a peer or a call has needed its peer.
      Addresses: expect.any(Array),
      AgentVersion: expect.stringMatching(/^tidepool\/\d/),
      ProtocolVersion: 'ipfs/0.1.0',
      Protocols: expect.any(Array),
    })
    expect(await (await post('id')).json()).toEqual(info)
  })

  it('writes the peer id in the base that is asked for, and knows itself by each', async () => {
    const { ID } = (await (await post('id')).json()) as PeerInfo
    const named = (await (await post('id?peerid-base=base36')).json()) as PeerInfo

    expect(named.ID).toMatch(/^k51qzi5uqu5/)
    expect(await (await post(`id?arg=${named.ID}`)).json()).toMatchObject({ ID })
    expect(await (await post(`id?arg=${ID}`)).json()).toMatchObject({ ID })
  })

  it.each([
    ['?peerid-base=nonsense', 'unsupported multibase encoding: nonsense'],
    ['?arg=nonsense', 'invalid peer id'],
    ['?arg=bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq', 'invalid peer id'],
    ['?arg=12D3KooW!', 'invalid peer id'],
  ])('answers 500 for %s', async (query, message) => {
    const response = await post(`id${query}`)

    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ Message: message, Code: 0, Type: 'error' })
  })

  it('answers 500 for another peer that cannot be reached', async () => {
    const response = await post('id?arg=12D3KooWBtg3aaRMjxwedh83aGiUkwSxDwUZkzuJcfaqUmo7R3pq')

    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({
      Message: expect.stringMatching(
        /^('ipfs id' currently cannot query information on remote\n|failed to dial: routing: not found$)/,
      ),
    })
  })

  it('fills in a format, and writes indented JSON without one', async () => {
    const { ID, PublicKey } = (await (await post('id')).json()) as PeerInfo
    const format = encodeURIComponent('<id>\\t<pubkey>\\n<pver> <addrs><nothing>')

    const filled = await (await post(`id?encoding=text&format=${format}`)).text()
    const plain = await (await post('id?encoding=text')).text()

    // Where the node listens, its addresses are filled in.
    expect(filled.startsWith(`${ID}\t${PublicKey}\nipfs/0.1.0 `)).toBe(true)
    expect(filled.endsWith('<nothing>')).toBe(true)
    expect(plain).toContain(`{\n\t"ID": "${ID}",\n`)
    expect(plain).toMatch(/"Protocols": \[[^\]]*\]\n\}\n\n$/)
  })
})
