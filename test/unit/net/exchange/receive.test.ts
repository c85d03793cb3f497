import { expect, it } from 'vitest'
import { joinBytes } from '../../../../src/codec/bytes/bytes.ts'
import { dagCborCid } from '../../../../src/codec/cid/cid.ts'
import { type InboundStream, receiveMessages } from '../../../../src/net/exchange/peers/receive.ts'
import { encodeBitswapMessage } from '../../../../src/net/exchange/wire/encode-message.ts'
import { featuresOf } from '../../../../src/net/exchange/wire/message.ts'

const PRESENCE = joinBytes(
  encodeBitswapMessage(
    { presences: [{ cid: dagCborCid(new Uint8Array(32)), isHeld: false }] },
    featuresOf('/ipfs/bitswap/1.2.0'),
  ),
)

/** Receives chunks, and resolves to the messages and the parts of messages that were reported, in order. */
async function receive(chunks: readonly Uint8Array[]): Promise<readonly string[]> {
  const reported: string[] = []
  const stream = new EventTarget()
  receiveMessages(stream as unknown as InboundStream, {
    limits: [],
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
