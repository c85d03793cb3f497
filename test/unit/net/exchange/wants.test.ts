import { describe, expect, it } from 'vitest'
import { blockKey, type CID, dagCborCid } from '../../../../src/codec/cid/cid.ts'
import { createWants } from '../../../../src/net/exchange/wants/create-wants.ts'
import type { WantPeer } from '../../../../src/net/exchange/wants/want.ts'
import type { WantsOptions } from '../../../../src/net/exchange/wants/wants.ts'
import type { Clock } from '../../../../src/ports/clock.ts'

const cidAt = (at: number) => dagCborCid(new Uint8Array(32).fill(at))
const BYTES = new Uint8Array([1, 2, 3])

/** A clock that the test moves. */
function handClock() {
  let nowMs = 0
  let wake: (() => void)[] = []
  const clock: Clock = {
    now: () => nowMs,
    sleep: () => new Promise((resolve) => wake.push(resolve)),
  }
  const pass = async (durationMs: number) => {
    nowMs += durationMs
    const woken = wake
    wake = []
    for (const resolve of woken) resolve()
    await turn()
  }
  return { clock, pass }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A peer that notes what it is asked. */
function notedPeer(id: string, canDeny = true) {
  const asked: string[] = []
  const peer: WantPeer & { activeMs: number } = {
    id,
    canDeny,
    activeMs: 0,
    want: (cid, kind) => asked.push(`${kind} ${nameOf(cid)}`),
    cancel: (cid) => asked.push(`cancel ${nameOf(cid)}`),
    forget: (cid) => asked.push(`forget ${nameOf(cid)}`),
  }
  return { peer, asked }
}

const nameOf = (cid: CID) => cid.multihash.digest[0]

function start(peers: readonly { readonly peer: WantPeer }[], options: Partial<WantsOptions> = {}) {
  const connected = new Set(peers.map(({ peer }) => peer))
  const { clock, pass } = handClock()
  const wants = createWants({
    clock,
    peers: () => connected,
    findProviders: async () => undefined,
    ...options,
  })
  const get = (at: number, call = new Set<string>(), signal?: AbortSignal) =>
    wants.get(cidAt(at), { call, signal })
  const give = (peer: WantPeer, at: number) => wants.onBlock(peer, blockKey(cidAt(at)), BYTES)
  return { wants, get, give, pass, connected }
}

describe('createWants()', () => {
  it('asks one peer for the first block and the others whether they have it', async () => {
    const peers = [notedPeer('a'), notedPeer('b')]
    const { get, give } = start(peers)
    const found = get(1)

    expect(peers.map(({ asked }) => asked)).toEqual([['block 1'], ['have 1']])
    give(peers[0]?.peer as WantPeer, 1)

    expect(await found).toEqual(BYTES)
    expect(peers.map(({ asked }) => asked.at(-1))).toEqual(['forget 1', 'cancel 1'])
  })

  it('asks only peers that had blocks of the call, until one has none', async () => {
    const [a, b] = [notedPeer('a'), notedPeer('b')]
    const { wants, get, give } = start([a, b])
    const call = new Set(['b'])
    const found = get(1, call)
    expect([a.asked, b.asked]).toEqual([[], ['block 1']])

    wants.onPresence(b.peer, cidAt(1), false)

    expect(a.asked).toEqual(['block 1'])
    give(a.peer, 1)
    expect(await found).toEqual(BYTES)
    expect([...call]).toEqual(['b', 'a'])
  })

  it('continues from another peer when one stalls, disconnects, or sends other blocks', async () => {
    const [a, b] = [notedPeer('a'), notedPeer('b')]
    const { wants, get, give, pass } = start([a, b])
    const found = [get(1), get(2), get(3)]
    for (const at of [1, 2, 3]) wants.onPresence(b.peer, cidAt(at), true)
    wants.onUnwanted(a.peer)
    await pass(6_000)
    expect(b.asked.filter((text) => text.startsWith('block'))).toHaveLength(3)
    for (const at of [1, 2, 3]) give(b.peer, at)

    expect(await Promise.all(found)).toEqual([BYTES, BYTES, BYTES])
    expect(wants.list()).toEqual([])
  })

  it('asks a peer that has not sent anything yet before one that has stalled', async () => {
    const [a, b] = [notedPeer('a'), notedPeer('b')]
    for (const { peer } of [a, b]) peer.activeMs = -1
    const { get, give, pass, connected } = start([a])
    const found = get(1)
    await pass(6_000)
    connected.add(b.peer)

    const next = get(2)

    expect([a.asked, b.asked]).toEqual([['block 1', 'have 2'], ['block 2']])
    for (const at of [1, 2]) give(b.peer, at)
    expect(await Promise.all([found, next])).toEqual([BYTES, BYTES])
  })

  it('waits for the next block of a slow peer as long as its bytes arrive, and asks no other twice', async () => {
    const [a, b] = [notedPeer('a'), notedPeer('b')]
    const { wants, get, give, pass } = start([a, b])
    const found = [1, 2, 3, 4].map((at) => get(at, new Set(['a'])))
    for (let round = 1; round <= 4 * 14; round += 1) {
      a.peer.activeMs = round * 4_000
      await pass(4_000)
      if (round === 2) for (const at of [1, 2, 3, 4]) wants.onPresence(b.peer, cidAt(at), false)
      if (round % 14 === 0) give(a.peer, round / 14)
    }

    expect(await Promise.all(found)).toEqual([BYTES, BYTES, BYTES, BYTES])
    expect(a.asked.filter((text) => text.startsWith('block'))).toEqual([
      'block 1',
      'block 2',
      'block 3',
      'block 4',
    ])
    expect(b.asked.filter((text) => text.startsWith('have'))).toEqual([
      'have 1',
      'have 2',
      'have 3',
      'have 4',
    ])
  })

  it('asks a slow peer alone as long as its blocks arrive in order, although another has them', async () => {
    const [a, b] = [notedPeer('a'), notedPeer('b')]
    const { wants, get, give, pass } = start([a])
    const found = Array.from({ length: 30 }, (_, at) => get(at + 1))
    wants.onConnect(b.peer)
    for (let at = 1; at <= 30; at += 1) wants.onPresence(b.peer, cidAt(at), true)
    for (let at = 1; at <= 30; at += 1) {
      await pass(4_000)
      give(a.peer, at)
    }

    await Promise.all(found)
    expect(b.asked.filter((text) => text.startsWith('block'))).toEqual([])
  })

  it('waits for slow peers that were both asked as long as one sends blocks in order', async () => {
    const [a, b] = [notedPeer('a'), notedPeer('b')]
    const { wants, get, give, pass } = start([a])
    const found = Array.from({ length: 20 }, (_, at) => get(at + 1))
    wants.onConnect(b.peer)
    for (let at = 1; at <= 20; at += 1) wants.onPresence(b.peer, cidAt(at), true)
    for (let at = 1; at <= 20; at += 1) {
      await pass(6_000)
      await pass(6_000)
      give(a.peer, at)
    }

    expect(await Promise.all(found)).toHaveLength(20)
    expect(b.asked.filter((text) => text.startsWith('block'))).toHaveLength(20)
  })

  it('asks a peer that has the block after 5 s, whatever else arrives from the first', async () => {
    const [a, b] = [notedPeer('a'), notedPeer('b')]
    const { wants, get, give, pass } = start([a, b])
    const found = get(1)
    wants.onPresence(b.peer, cidAt(1), true)
    for (let round = 1; round <= 6; round += 1) {
      a.peer.activeMs = round * 1_000
      const other = get(1 + round, new Set(['a']))
      await pass(1_000)
      give(a.peer, 1 + round)
      await other
    }

    expect(b.asked).toContain('block 1')
    give(b.peer, 1)
    expect(await found).toEqual(BYTES)
  })

  it('looks for other holders after 5 s, and ends after 60 s, whatever bytes arrive of a peer', async () => {
    const [a, b] = [notedPeer('a'), notedPeer('b')]
    const searched: string[] = []
    const { get, pass } = start([a, b], {
      findProviders: async (cid) => void searched.push(`${nameOf(cid)}`),
    })
    const found = get(1, new Set(['a']))
    found.catch(() => undefined)
    for (let round = 1; round <= 62; round += 1) {
      a.peer.activeMs = round * 1_000
      b.peer.activeMs = round * 1_000
      await pass(1_000)
      if (round === 4) expect(b.asked).toEqual([])
      if (round === 6) expect(b.asked).toEqual(['have 1'])
      if (round === 12) expect(searched).toEqual(['1'])
    }

    await expect(found).rejects.toThrow('no peer sent it in time')
    expect(a.asked).toEqual(['block 1', 'cancel 1'])
  })

  it('asks for the next blocks when a peer sends none of those for which there is room', async () => {
    const a = notedPeer('a')
    const { get, give, pass } = start([a])
    const found = Array.from({ length: 65 }, (_, at) => get(at + 1))
    expect(a.asked).not.toContain('block 65')

    await pass(6_000)

    expect(a.asked).toContain('block 65')
    for (let at = 1; at <= 65; at += 1) give(a.peer, at)
    expect(await Promise.all(found)).toHaveLength(65)
  })

  it('gives up after 60 s without progress, and at once when no peer is left', async () => {
    const a = notedPeer('a')
    const old = notedPeer('old', false)
    const slow = start([a])
    const silent = slow.get(1)
    silent.catch(() => undefined)
    const older = start([old])
    const denied = older.get(1)
    for (let round = 0; round < 16; round += 1) {
      await slow.pass(4_000)
      if (round < 2) await older.pass(4_000)
    }

    await expect(silent).rejects.toThrow('no peer sent it in time')
    expect(await denied).toBeUndefined()
    expect(await start([]).get(1)).toBeUndefined()
    expect([a.asked.at(-1), old.asked.at(-1)]).toEqual(['cancel 1', 'cancel 1'])
  })

  it('asks peers that a search connects, and those that connect by themselves', async () => {
    const [a, b] = [notedPeer('a'), notedPeer('b')]
    const searched: string[] = []
    const begun = start([], {
      async findProviders(cid) {
        searched.push(`${nameOf(cid)}`)
        begun.connected.add(a.peer)
        begun.wants.onConnect(a.peer)
      },
    })
    const found = begun.get(1)
    await turn()
    begun.wants.onConnect(b.peer)

    expect([searched, a.asked, b.asked]).toEqual([['1'], ['block 1'], ['have 1']])
    begun.give(a.peer, 1)
    expect(await found).toEqual(BYTES)
  })

  it('asks for a block once for all calls, and withdraws it when the last has left', async () => {
    const a = notedPeer('a')
    const { wants, get } = start([a])
    const [one, other] = [new AbortController(), new AbortController()]
    const found = [get(1, new Set(), one.signal), get(1, new Set(), other.signal)]

    one.abort(new Error('first left'))
    await expect(found[0]).rejects.toThrow('first left')
    expect(wants.list()).toHaveLength(1)
    other.abort(new Error('second left'))
    await expect(found[1]).rejects.toThrow('second left')

    expect(wants.list()).toEqual([])
    expect(a.asked).toEqual(['block 1', 'cancel 1'])
  })

  it('awaits at most 16 MiB at a time, and then the next', async () => {
    const a = notedPeer('a')
    const { get, give } = start([a])
    const found = Array.from({ length: 100 }, (_, at) => get(at + 1))

    expect(a.asked).toHaveLength(64)
    for (let at = 1; at <= 64; at += 1) give(a.peer, at)
    for (let at = 65; at <= 100; at += 1) give(a.peer, at)

    expect(await Promise.all(found)).toEqual(found.map(() => BYTES))
  })

  it('tells repeated and late blocks from those that were never wanted', async () => {
    const a = notedPeer('a')
    const { get, give } = start([a])
    const call = new AbortController()
    const found = get(1)
    const left = get(2, new Set(), call.signal)
    give(a.peer, 1)
    call.abort()
    await Promise.allSettled([found, left])

    expect([give(a.peer, 1), give(a.peer, 2), give(a.peer, 3)]).toEqual(['repeated', 'late', 'unknown'])
  })
})
