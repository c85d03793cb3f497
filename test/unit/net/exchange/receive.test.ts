import { expect, it } from 'vitest'
import { joinBytes } from '../../../../src/codec/bytes/bytes.ts'
import { dagCborCid } from '../../../../src/codec/cid/cid.ts'
import { type InboundStream, receiveMessages } from '../../../../src/net/exchange/peers/receive.ts'
import { createReceiveLimits } from '../../../../src/net/exchange/peers/receive-limit.ts'
import { encodeBitswapMessage } from '../../../../src/net/exchange/wire/encode-message.ts'
import { featuresOf } from '../../../../src/net/exchange/wire/message.ts'
import { handClock } from '../../hand-clock.ts'

const PRESENCE = joinBytes(
  encodeBitswapMessage(
    { presences: [{ cid: dagCborCid(new Uint8Array(32)), isHeld: false }] },
    featuresOf('/ipfs/bitswap/1.2.0'),
  ),
)

function unlimited() {
  return createReceiveLimits({ maxBytes: Infinity, maxPeerBytes: Infinity }).ofPeer()
}

/** A stream that tells how it was aborted, and takes chunks. */
function stalling(readStatus: string) {
  const clock = handClock()
  const aborted: unknown[] = []
  const stream = Object.assign(new EventTarget(), {
    readStatus,
    abort: (error: unknown) => void aborted.push(error),
  })
  receiveMessages(stream as unknown as InboundStream, {
    limit: unlimited(),
    clock,
    onPart: () => undefined,
    onMessage: async () => undefined,
    onLoss: () => undefined,
  })
  const arrive = (data: Uint8Array) => {
    stream.dispatchEvent(Object.assign(new Event('message'), { data: { subarray: () => data } }))
  }
  return { clock, aborted, arrive }
}

/** Receives chunks, and resolves to the messages and the parts of messages that were reported, in order. */
async function receive(chunks: readonly Uint8Array[]): Promise<readonly string[]> {
  const reported: string[] = []
  const stream = new EventTarget()
  receiveMessages(stream as unknown as InboundStream, {
    limit: unlimited(),
    clock: handClock(),
    onPart: () => reported.push('part'),
    onMessage: async () => void reported.push('message'),
    onLoss: () => undefined,
  })
  for (const data of chunks) {
    stream.dispatchEvent(
      Object.assign(new Event('message'), { data: { byteLength: data.byteLength, subarray: () => data } }),
    )
    await new Promise((resolve) => setImmediate(resolve))
  }
  return reported
}

it('a chunk counts as a part of an answer only while the rest of its message is missing', async () => {
  const [first, rest] = [PRESENCE.subarray(0, 10), PRESENCE.subarray(10)]

  expect(await receive([PRESENCE, new Uint8Array(1), PRESENCE])).toEqual(['message', 'message', 'message'])
  expect(await receive([first, rest])).toEqual(['part', 'message'])
  expect(await receive([joinBytes([PRESENCE, first]), rest])).toEqual(['part', 'message', 'message'])
})

it('a stream is aborted when no more of a message arrives, and not between messages', async () => {
  const { clock, aborted, arrive } = stalling('readable')

  for (let at = 0; at < PRESENCE.byteLength; at += 10) {
    arrive(PRESENCE.subarray(at, at + 10))
    await clock.move(9_000)
  }
  await clock.move(100_000)
  expect(aborted).toEqual([])
  arrive(PRESENCE.subarray(0, 10))
  await clock.move(20_000)

  expect(aborted).toEqual([expect.objectContaining({ code: 'timeout' })])
})

it('a stream that this node has paused is not aborted', async () => {
  const { clock, aborted, arrive } = stalling('paused')

  arrive(PRESENCE.subarray(0, 10))
  await clock.move(100_000)

  expect(aborted).toEqual([])
})
