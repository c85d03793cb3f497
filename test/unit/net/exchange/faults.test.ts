import * as Digest from 'multiformats/hashes/digest'
import { describe, expect, it, vi } from 'vitest'
import { CID, dagCborCid, MAX_CID_BYTES, parseCid } from '../../../../src/codec/cid/cid.ts'
import { prefixOfCid } from '../../../../src/codec/cid/cid-prefix.ts'
import { connectedNodes, type PeerNode, peerNode } from '../memory-peers.ts'
import { type ForeignPeer, foreignPeer } from './foreign-peer.ts'
import { add, bytesOf, content } from './node-content.ts'

/** The block that the first want of a list asks for, in place of a peer's own answer. */
async function blockOf(holder: PeerNode, cid: string): Promise<Uint8Array> {
  return bytesOf(holder, `block/get?arg=${cid}`)
}

/** Answers the first `count` wants of blocks from the store of another node, then leaves. */
function leavesAfter(holder: PeerNode, count: number) {
  let left = count
  return async ({ wants }: ForeignPeer['received'][number], peer: ForeignPeer) => {
    for (const { cid, kind, isCancel } of wants) {
      if (isCancel) continue
      if (left === 0) return peer.leave()
      if (kind === 'have') await peer.send({ presences: [{ cid, isHeld: true }] })
      else {
        left -= 1
        await peer.send({ blocks: [{ prefix: prefixOfCid(cid), data: await blockOf(holder, `${cid}`) }] })
      }
    }
  }
}

describe('an exchange with peers that fail', () => {
  it('continues from another peer when one disconnects during a transfer', async () => {
    const [first, second] = await connectedNodes()
    const bytes = content(2_000_000, 11)
    const cid = await add(second, bytes)
    const leaver = await foreignPeer(first, { onMessage: leavesAfter(second, 3) })

    expect(await bytesOf(first, `cat?arg=${cid}`)).toEqual(bytes)

    expect(JSON.parse(await first.call('bitswap/wantlist')).Keys).toBeNull()
    expect(leaver.wants().length).toBeGreaterThan(0)
  })

  it('refuses wrong bytes, and asks the next peer at once', async () => {
    const [first, second] = await connectedNodes()
    const bytes = content(700_000, 12)
    const cid = await add(second, bytes)
    const liar = await foreignPeer(first, {
      async onMessage({ wants }, peer) {
        for (const want of wants) {
          if (want.isCancel) continue
          const prefix = prefixOfCid(want.cid)
          await peer.send({ presences: [{ cid: want.cid, isHeld: true }] })
          if (want.kind === 'block')
            await peer.send({ blocks: [{ prefix, data: new Uint8Array(1000).fill(7) }] })
        }
      },
    })

    expect(await bytesOf(first, `cat?arg=${cid}`)).toEqual(bytes)
    expect(liar.wants().length).toBeGreaterThan(0)
  })

  it('sends wants again after a stream has failed', async () => {
    const node = await peerNode()
    const cid = dagCborCid(new Uint8Array(32).fill(13))
    const peer = await foreignPeer(node)
    const reading = node.call(`block/get?arg=${cid}&timeout=5s`)
    reading.catch(() => undefined)
    await vi.waitFor(() => expect(peer.wants()).toHaveLength(1))

    await peer.resetStreams()
    const other = node.call(`block/get?arg=${dagCborCid(new Uint8Array(32).fill(14))}&timeout=5s`)
    other.catch(() => undefined)

    await vi.waitFor(() =>
      expect(
        peer
          .wants()
          .map((want) => `${want.cid}`)
          .filter((one) => one === `${cid}`),
      ).toHaveLength(2),
    )
    for (const { cid: wanted } of peer.wants())
      await peer.send({ presences: [{ cid: wanted, isHeld: false }] })
    await expect(reading).rejects.toThrow('could not find')
    await expect(other).rejects.toThrow('could not find')
  })

  it('sends wants again after a stream has ended in the middle of an answer', async () => {
    const node = await peerNode()
    const peer = await foreignPeer(node)
    const cid = dagCborCid(new Uint8Array(32).fill(25))
    const reading = node.call(`block/get?arg=${cid}&timeout=5s`)
    reading.catch(() => undefined)
    await vi.waitFor(() => expect(peer.wants()).toHaveLength(1))

    const answer = await peer.sendRaw([Uint8Array.of(100, 1, 2, 3)])
    answer.abort(new Error('gone'))

    await vi.waitFor(() => expect(peer.wants().map((want) => `${want.cid}`)).toEqual([`${cid}`, `${cid}`]))
    await peer.send({ presences: [{ cid, isHeld: false }] })
    await expect(reading).rejects.toThrow('could not find')
  })

  it('answers a peer that connects anew, and asks it again, on its new connection', async () => {
    const node = await peerNode()
    const mine = [await add(node, content(500, 22)), await add(node, content(600, 23))]
    const peer = await foreignPeer(node)
    const ask = (cid = '') =>
      peer.send({
        wants: [{ cid: parseCid(cid), priority: 1, kind: 'block', sendDontHave: true, isCancel: false }],
      })
    const blocks = () => peer.received.flatMap((message) => message.blocks)
    const wanted = dagCborCid(new Uint8Array(32).fill(24))
    const reading = node.call(`block/get?arg=${wanted}&timeout=5s`)
    reading.catch(() => undefined)
    await ask(mine[0])
    await vi.waitFor(() => expect([blocks(), peer.wants()]).toMatchObject([[{}], [{}]]))

    await peer.reconnect()
    await ask(mine[1])

    await vi.waitFor(() =>
      expect([blocks(), peer.wants()]).toMatchObject([
        [{}, {}],
        [{}, {}],
      ]),
    )
    await peer.send({ presences: [{ cid: wanted, isHeld: false }] })
    await expect(reading).rejects.toThrow('could not find')
  })

  it('withdraws the wants of a call that is cancelled, and keeps none', async () => {
    const node = await peerNode()
    const peer = await foreignPeer(node)
    const call = new AbortController()
    const cid = dagCborCid(new Uint8Array(32).fill(15))
    const reading = node.send(`/api/v0/block/get?arg=${cid}`, { method: 'POST', signal: call.signal })
    await vi.waitFor(() => expect(peer.wants()).toHaveLength(1))
    expect(JSON.parse(await node.call('bitswap/wantlist')).Keys).toEqual([{ '/': `${cid}` }])

    call.abort()
    await reading.catch(() => undefined)

    expect(JSON.parse(await node.call('bitswap/wantlist')).Keys).toBeNull()
    await vi.waitFor(() => {
      const cancels = peer.received.flatMap(({ wants }) => wants.filter(({ isCancel }) => isCancel))
      expect(cancels.map((want) => `${want.cid}`)).toEqual([`${cid}`])
    })
  })

  it('asks no peer for a CID that peers do not accept', async () => {
    const node = await peerNode()
    const peer = await foreignPeer(node)
    const { exchange } = await node.use(['exchange'])
    const cid = CID.createV1(0x55, Digest.create(0x12, new Uint8Array(MAX_CID_BYTES)))

    expect(await exchange.open().get(cid, {})).toBeUndefined()

    expect(peer.received).toEqual([])
  })

  it.each(['/ipfs/bitswap/1.1.0', '/ipfs/bitswap/1.0.0'] as const)(
    'asks a peer of %s for blocks, and serves it',
    async (protocol) => {
      const node = await peerNode()
      const mine = await add(node, content(500, 16), 0)
      const holder = await peerNode()
      const theirs = await add(holder, content(600, 17), 0)
      const data = await blockOf(holder, theirs)
      const peer = await foreignPeer(node, {
        protocol,
        onMessage: async ({ wants }, self) => {
          if (wants.some(({ isCancel }) => !isCancel)) {
            await self.send({ blocks: [{ prefix: prefixOfCid(parseCid(theirs)), data }] })
          }
        },
      })

      expect(await bytesOf(node, `block/get?arg=${theirs}`)).toEqual(data)
      await peer.send({
        wants: [{ cid: parseCid(mine), priority: 1, kind: 'block', sendDontHave: false, isCancel: false }],
      })

      await vi.waitFor(() => expect(peer.received.flatMap(({ blocks }) => blocks)).toHaveLength(1))
    },
  )
})

describe('an exchange with peers that flood', () => {
  it('keeps 8,192 of 20,000 wants, and continues to serve other peers', async () => {
    const [first, second] = await connectedNodes()
    const bytes = content(300_000, 18)
    const cid = await add(first, bytes)
    const flooder = await foreignPeer(first)
    const digest = new Uint8Array(32)
    for (const [round, length] of [17_000, 3_000].entries()) {
      const wants = Array.from({ length }, (_, at) => {
        new DataView(digest.buffer).setUint32(0, round * 17_000 + at)
        const wanted = dagCborCid(digest.slice())
        return { cid: wanted, priority: 1, kind: 'block' as const, sendDontHave: true, isCancel: false }
      })
      await flooder.send({ wants })
    }

    expect(await bytesOf(second, `cat?arg=${cid}`)).toEqual(bytes)
    const { Keys } = JSON.parse(await first.call(`bitswap/wantlist?peer=${flooder.id}`))
    expect(Keys.length).toBeLessThanOrEqual(8192)
  })

  it('serves others although peers take nothing of what they want', async () => {
    const [first, second] = await connectedNodes()
    const bytes = content(3_000_000, 20)
    const cid = await add(first, bytes)
    const leaves = (await first.call(`refs?arg=${cid}`)).trim().split('\n')
    const wants = leaves.map((line) => ({
      ...{ cid: parseCid(JSON.parse(line).Ref), kind: 'block' as const },
      ...{ priority: 1, sendDontHave: true, isCancel: false },
    }))
    for (let count = 0; count < 3; count += 1) {
      const taker = await foreignPeer(first, { isDeaf: true })
      await taker.send({ wants })
    }

    expect(await bytesOf(second, `cat?arg=${cid}`)).toEqual(bytes)
  })

  it('skips empty messages, and ends a stream whose messages are malformed or too large', async () => {
    const [first, second] = await connectedNodes()
    const bytes = content(300_000, 19)
    const cid = await add(first, bytes)
    const flooder = await foreignPeer(first)

    await flooder.sendRaw([new Uint8Array(65_536)])
    const malformed = await flooder.sendRaw([new Uint8Array([3, 255, 255, 255])])
    const large = await flooder.sendRaw([new Uint8Array([0xff, 0xff, 0xff, 0x7f])])

    await vi.waitFor(() => expect([malformed.status, large.status]).toEqual(['reset', 'reset']))
    expect(await bytesOf(second, `cat?arg=${cid}`)).toEqual(bytes)
  })
})
