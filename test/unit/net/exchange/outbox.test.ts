import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../../edge/system-clock.ts'
import { createByteBudget } from '../../../../src/blocks/byte-budget.ts'
import { type CID, dagCborCid } from '../../../../src/codec/cid/cid.ts'
import { createOutbox, type OutboundStream } from '../../../../src/net/exchange/peers/outbox.ts'
import { LOAD_BYTES } from '../../../../src/net/exchange/server/load-answers.ts'
import { createServedWants } from '../../../../src/net/exchange/server/served-wants.ts'
import { decodeBitswapMessage } from '../../../../src/net/exchange/wire/decode-message.ts'
import { createFrames } from '../../../../src/net/exchange/wire/frames.ts'
import type { BitswapMessage } from '../../../../src/net/exchange/wire/message.ts'

const BLOCK_BYTES = 256 * 1024
const cidAt = (at: number) => dagCborCid(new Uint8Array(32).fill(at))

/** A stream that takes bytes only when the test says so. */
function slowStream() {
  const events = new EventTarget()
  const frames = createFrames()
  const received: BitswapMessage[] = []
  const unsent: Uint8Array[] = []
  const state = { status: 'open', writeStatus: 'writable' }
  const unsentBytes = () => unsent.reduce((sum, { byteLength }) => sum + byteLength, 0)
  return {
    received,
    isAborted: () => state.status === 'aborted',
    /** Takes pieces of messages, as a stream does whose transport has drained. */
    take(pieces = Number.MAX_SAFE_INTEGER) {
      for (const piece of unsent.splice(0, pieces)) {
        received.push(...frames.push(piece).map((bytes) => decodeBitswapMessage(bytes)))
      }
      events.dispatchEvent(new Event('drain'))
    },
    stream: withProperties(events, {
      protocol: '/ipfs/bitswap/1.2.0',
      get status() {
        return state.status
      },
      get writeStatus() {
        return state.writeStatus
      },
      get writeBufferLength() {
        return unsentBytes()
      },
      send(bytes: Uint8Array) {
        unsent.push(bytes)
        return false
      },
      abort(error: Error) {
        Object.assign(state, { status: 'aborted', writeStatus: 'closed' })
        unsent.length = 0
        events.dispatchEvent(Object.assign(new Event('close'), { error }))
      },
    }) as unknown as OutboundStream,
  }
}

/** Adds properties, getters among them, which `Object.assign` would read once. */
function withProperties(target: EventTarget, properties: object): EventTarget {
  return Object.defineProperties(target, Object.getOwnPropertyDescriptors(properties))
}

/** An outbox whose blocks exist all, and the streams that it has opened. The first reads of the store may fail. */
function start({ loadBudget = createByteBudget(8 * LOAD_BYTES), failures = 0 } = {}) {
  const streams: ReturnType<typeof slowStream>[] = []
  const read: string[] = []
  const served = createServedWants({ wantBudget: createByteBudget(0) })
  const outbox = createOutbox({
    openStream: async () => {
      const opened = slowStream()
      streams.push(opened)
      return opened.stream
    },
    clock: systemClock(),
    blocks: {
      async get(cid: CID) {
        read.push(`${cid}`)
        if (read.length <= failures) throw new Error('The store has failed')
        return new Uint8Array(BLOCK_BYTES).fill(cid.multihash.digest[0] ?? 0)
      },
    },
    blockstore: { stat: async () => ({ sizeBytes: BLOCK_BYTES }) },
    served,
    loadBudget,
    onSent: () => undefined,
    onFail: () => undefined,
  })
  const serve = (count: number) => {
    const wants = Array.from({ length: count }, (_, at) => {
      return { cid: cidAt(at + 1), kind: 'block' as const, priority: 1, sendDontHave: true, isCancel: false }
    })
    served.take(wants, false)
    outbox.serve()
  }
  return { outbox, streams, read, serve }
}

const blocksOf = (messages: readonly BitswapMessage[]) =>
  messages.flatMap(({ blocks }) => blocks.map(({ data }) => data[0]))

describe('an outbox', () => {
  it('reads one message ahead while the stream accepts the last, and no more', async () => {
    const { streams, read, serve } = start()

    serve(7)
    await expect.poll(() => streams[0]?.stream.writeBufferLength).toBeGreaterThan(2 * BLOCK_BYTES)
    streams[0]?.take(2)
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(read).toHaveLength(4)
    streams[0]?.take()

    await expect.poll(() => read.length).toBe(6)
    await expect
      .poll(() => streams[0]?.take() ?? blocksOf(streams[0]?.received ?? []))
      .toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(read).toHaveLength(7)
  })

  it('reads nothing ahead when other peers use the memory for it, and gives all of its own back', async () => {
    const budget = createByteBudget(2 * LOAD_BYTES)
    const releaseOthers = budget.tryTake(LOAD_BYTES)
    const { outbox, streams, read, serve } = start({ loadBudget: budget })

    serve(7)
    await expect.poll(() => streams[0]?.stream.writeBufferLength).toBeGreaterThan(2 * BLOCK_BYTES)
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(read).toHaveLength(2)
    releaseOthers?.()
    streams[0]?.take()
    await expect.poll(() => read.length).toBe(6)
    outbox.close()

    await expect.poll(() => budget.tryTake(2 * LOAD_BYTES)).toBeDefined()
  })

  it('answers all wants although the store has failed once', async () => {
    const { streams, serve } = start({ failures: 1 })

    serve(3)

    await expect
      .poll(() => streams[0]?.take() ?? blocksOf(streams[0]?.received ?? []).toSorted())
      .toEqual([1, 2, 3])
  })

  it('sends again, in a new stream, what was under way when the peer connects anew, and its wants', async () => {
    const { outbox, streams, serve } = start()
    outbox.want(cidAt(9), 'block')
    await expect.poll(() => streams[0]?.stream.writeBufferLength).toBeGreaterThan(0)
    streams[0]?.take()
    serve(2)
    await expect.poll(() => streams[0]?.stream.writeBufferLength).toBeGreaterThan(BLOCK_BYTES)

    outbox.renew()

    expect(streams[0]?.isAborted()).toBe(true)
    await expect.poll(() => streams[1]?.take() ?? blocksOf(streams[1]?.received ?? [])).toEqual([1, 2])
    const repeated = streams[1]?.received.flatMap(({ wants }) => wants.map(({ cid }) => `${cid}`))
    expect(repeated).toEqual([`${cidAt(9)}`])
  })
})
