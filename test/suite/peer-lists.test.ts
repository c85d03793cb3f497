import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { send } from '#host'
import { file, form } from '../requests/form.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many refusals the other hosts get one: the core judges them. */
const EVERY = 4

const PEER = '12D3KooWDbL3jP4pKqCTB1WU5jvaVjthQU5JPMKMwRchJ3zurX6k'
const OTHER = 'QmNnooDu7bfjPFoTZYxMNLWUQJyrVwtbZg5gBMjTezGAJN'
const FIRST = `/ip4/127.0.0.1/tcp/4001/p2p/${PEER}`
const SECOND = `/dns4/a.example/tcp/443/wss/p2p/${PEER}`
const THIRD = `/dnsaddr/b.example/p2p/${OTHER}`

const post = (path: string, init = {}) => send(`/api/v0/${path}`, { method: 'POST', ...init })
const args = (...values: readonly string[]) =>
  values.map((value) => `arg=${encodeURIComponent(value)}`).join('&')

async function answer(path: string, init = {}): Promise<unknown[]> {
  const response = await post(path, init)
  return [response.status, await response.json()]
}

const failed = (message: string) => [500, { Message: message, Code: 0, Type: 'error' }]
const clear = async () => {
  await post('bootstrap/rm/all')
  await post('swarm/filters/rm?arg=all')
}

beforeEach(clear)
afterAll(clear)

describe('POST /api/v0/bootstrap/…', () => {
  it('adds peers, new ones first, each once, and lists them', async () => {
    expect(await answer('bootstrap/list')).toEqual([200, { Peers: [] }])
    expect(await answer(`bootstrap/add?${args(FIRST, FIRST)}`)).toEqual([200, { Peers: [FIRST] }])
    expect(await answer(`bootstrap/add?${args(THIRD, FIRST)}`)).toEqual([200, { Peers: [THIRD, FIRST] }])
    expect(await answer('bootstrap')).toEqual([200, { Peers: [THIRD, FIRST] }])
    expect(await answer('config?arg=Bootstrap')).toEqual([200, { Key: 'Bootstrap', Value: [THIRD, FIRST] }])
  })

  it('takes addresses from a body, and the older name of the protocol', async () => {
    const lines = form(file('', `/ip4/127.0.0.1/tcp/4001/ipfs/${PEER}\n${THIRD}\n`))

    expect(await answer('bootstrap/add', lines)).toEqual([200, { Peers: [FIRST, THIRD] }])
  })

  it('removes addresses, all of a peer, or all', async () => {
    await answer(`bootstrap/add?${args(FIRST, SECOND, THIRD)}`)

    expect(await answer(`bootstrap/rm?${args(SECOND)}`)).toEqual([200, { Peers: [SECOND] }])
    expect(await answer(`bootstrap/rm?${args(SECOND)}`)).toEqual([200, { Peers: [] }])
    await answer(`bootstrap/add?${args(SECOND)}`)
    expect(await answer(`bootstrap/rm?${args(`/p2p/${PEER}`)}`)).toEqual([200, { Peers: [SECOND, FIRST] }])
    expect(await answer('bootstrap/rm')).toEqual([200, { Peers: [] }])
    expect(await answer('bootstrap/rm?all=true')).toEqual([200, { Peers: [THIRD] }])
    expect(await answer('bootstrap/rm/all')).toEqual([200, { Peers: [] }])
  })

  it('writes a line for each peer for a person', async () => {
    const text = async (path: string) => (await post(path)).text()

    expect(await text(`bootstrap/add?${args(FIRST)}&encoding=text`)).toBe(`added ${FIRST}\n`)
    expect(await text('bootstrap/list?encoding=text')).toBe(`${FIRST}\n`)
    expect(await text('bootstrap/rm/all?encoding=text')).toBe(`removed ${FIRST}\n`)
  })

  it('uses this deployment itself as the default peer, and none when no peer can reach it', async () => {
    const message = 'Cannot add default bootstrap peers: this node has none; add peers by their addresses'
    const { Addresses } = (await (await post('id')).json()) as { Addresses: string[] }
    const expected = Addresses.length === 0 ? failed(message) : [200, { Peers: Addresses }]

    expect(await answer('bootstrap/add/default')).toEqual(expected)
    expect(await answer('bootstrap/add?default=true')).toEqual(expected)
  })

  it.each(
    sampleOnHosts(
      [
        ['add', [], 'no bootstrap peers to add'],
        ['add', ['abc'], 'failed to parse multiaddr "abc": must begin with /'],
        ['add', [''], 'failed to parse multiaddr "": empty multiaddr'],
        ['add', ['/'], 'failed to parse multiaddr "/": empty multiaddr'],
        ['add', ['/ip4/127.0.0.1/tcp/4001'], 'invalid bootstrap address: /ip4/127.0.0.1/tcp/4001'],
        ['add', [`/p2p/${PEER}`], `bootstrap address without a transport: /p2p/${PEER}`],
        [
          'add',
          [`/ip4/1.2.3.4/tcp/99999/p2p/${PEER}`],
          `failed to parse multiaddr "/ip4/1.2.3.4/tcp/99999/p2p/${PEER}": invalid value "99999" for protocol tcp: failed to parse port addr: strconv.ParseUint: parsing "99999": value out of range`,
        ],
        [
          'add',
          ['/ip4/300.1.1.1/tcp/1'],
          'failed to parse multiaddr "/ip4/300.1.1.1/tcp/1": invalid value "300.1.1.1" for protocol ip4: failed to parse ip4 addr: 300.1.1.1',
        ],
        [
          'add',
          ['/p2p/bafkqaaa'],
          'failed to parse multiaddr "/p2p/bafkqaaa": invalid value "bafkqaaa" for protocol p2p: failed to parse p2p addr: bafkqaaa has the invalid codec 85',
        ],
        ['add', ['/x/y'], 'failed to parse multiaddr "/x/y": unknown protocol x'],
        ['add', ['/toString/y'], 'failed to parse multiaddr "/toString/y": unknown protocol toString'],
        ['add', [FIRST, 'abc'], 'failed to parse multiaddr "abc": must begin with /'],
        ['rm', ['abc'], 'failed to parse multiaddr "abc": must begin with /'],
        ['add', [`/${'x'.repeat(10_000)}`], `failed to parse multiaddr "/${'x'.repeat(199)}": too long`],
      ],
      EVERY,
    ),
  )('refuses to %s %j, and changes nothing', async (verb, values, message) => {
    expect(await answer(`bootstrap/${verb}?${args(...values)}`)).toEqual(failed(message))
    expect(await answer('bootstrap/list')).toEqual([200, { Peers: [] }])
  })
})

describe('POST /api/v0/swarm/filters', () => {
  const RANGE = '/ip4/1.2.3.0/ipcidr/24'
  const OTHER_RANGE = '/ip6/fc00::/ipcidr/7'

  it('adds, lists and removes ranges', async () => {
    expect(await answer('swarm/filters')).toEqual([200, { Strings: null }])
    expect(await answer(`swarm/filters/add?${args(RANGE, OTHER_RANGE)}`)).toEqual([
      200,
      { Strings: [RANGE, OTHER_RANGE] },
    ])
    expect(await answer(`swarm/filters/rm?${args(RANGE)}`)).toEqual([200, { Strings: [RANGE] }])
    expect(await answer(`swarm/filters/rm?${args(RANGE)}`)).toEqual([200, { Strings: [] }])
    expect(await answer('swarm/filters')).toEqual([200, { Strings: [OTHER_RANGE] }])
    expect(await (await post('swarm/filters?encoding=text')).text()).toBe(`${OTHER_RANGE}\n`)
    expect(await answer(`swarm/filters/rm?${args('*')}`)).toEqual([200, { Strings: [OTHER_RANGE] }])
    expect(await answer('swarm/filters')).toEqual([200, { Strings: null }])
  })

  it.each(
    sampleOnHosts(
      [
        ['/ip4/1.2.3.0/ipcidr/33', 'invalid CIDR address: 1.2.3.0/33'],
        ['/ip4/1.2.3/ipcidr/8', 'invalid CIDR address: 1.2.3/8'],
        ['/ip4/1.2.3.0/ipcidr/x', 'invalid CIDR address: 1.2.3.0/x'],
        ['/ip4/1.2.3.0/tcp/1', 'invalid multiaddr-filter format'],
        ['/ip4/1.2.3.0/ipcidr/8/tcp/1', 'invalid multiaddr-filter format'],
        ['/ip4/1.2.3.0', 'invalid multiaddr-filter format'],
        ['x', 'invalid multiaddr-filter format'],
      ],
      EVERY,
    ),
  )('refuses %s', async (range, message) => {
    expect(await answer(`swarm/filters/add?${args(range)}`)).toEqual(failed(message))
    expect(await answer(`swarm/filters/rm?${args(range)}`)).toEqual(failed(message))
  })

  it('needs a range', async () => {
    const response = await post('swarm/filters/add')

    expect([response.status, await response.text()]).toEqual([400, 'argument "address" is required\n'])
  })
})
