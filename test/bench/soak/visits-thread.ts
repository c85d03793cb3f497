import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { gossipsub } from '@chainsafe/libp2p-gossipsub'
import { identify } from '@libp2p/identify'
import type { Connection } from '@libp2p/interface'
import { noise } from '@libp2p/noise'
import { ping } from '@libp2p/ping'
import { webSockets } from '@libp2p/websockets'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { createLibp2p } from 'libp2p'
import { blockFormat } from '../../../src/blocks/block-format.ts'
import { makeBlock } from '../../../src/blocks/make-block.ts'
import { parseCid } from '../../../src/codec/cid/cid.ts'
import { prefixOfCid } from '../../../src/codec/cid/cid-prefix.ts'
import { decodeBitswapMessage } from '../../../src/net/exchange/wire/decode-message.ts'
import { encodeBitswapMessage } from '../../../src/net/exchange/wire/encode-message.ts'
import { createFrames } from '../../../src/net/exchange/wire/frames.ts'
import { type BitswapMessage, featuresOf } from '../../../src/net/exchange/wire/message.ts'
import { untilAborted } from '../../../src/streams/until-aborted.ts'
import { freshBytes } from '../random-pool.ts'
import type { VisitOptions, Visits } from './visits.ts'

const BITSWAP = '/ipfs/bitswap/1.2.0'
const TOGETHER = 8
const VISIT_MS = 30_000
const LOOK_EVERY_MS = 20
const RAW = blockFormat({ codec: 'raw', mhtype: 'sha2-256', mhlen: -1 })

const { address, api, cids, topic: encodedTopic, visits, durationMs } = workerData as VisitOptions
const topic = Buffer.from(encodedTopic.slice(1), 'base64url').toString()

/** A thread of its own: the cost of these peers does not hold up the calls that are timed beside it. */
const counts: { -readonly [Name in keyof Visits]: Visits[Name] } = { made: 0, failed: 0 }
const startMs = performance.now()
for (let begun = 0; begun < visits; begun += TOGETHER) {
  await Promise.all(Array.from({ length: TOGETHER }, (_, at) => visit(at % 2 === 0)))
  parentPort?.postMessage(counts)
  await sleep(Math.max(0, startMs + (durationMs * (begun + TOGETHER)) / visits - performance.now()))
}

/**
 * A new peer connects, gets some blocks, gives one, takes part in a topic and leaves, politely or without a word. It
 * leaves streams open.
 */
async function visit(isPolite: boolean): Promise<void> {
  const peer = await createLibp2p({
    transports: [webSockets()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    connectionGater: { denyDialMultiaddr: () => false },
    services: { identify: identify(), ping: ping(), pubsub: gossipsub() },
  })
  const signal = AbortSignal.timeout(VISIT_MS)
  let step = 'dial'
  try {
    const own = await makeBlock(freshBytes(4096), RAW)
    const got = Promise.withResolvers<void>()
    const missing = new Set(cids)
    const answer = async (message: BitswapMessage, connection: Connection) => {
      for (const { data } of message.blocks) missing.delete((await makeBlock(data, RAW)).cid.toString())
      if (missing.size === 0) got.resolve()
      const wanted = message.wants.filter(({ isCancel }) => !isCancel)
      if (wanted.length === 0) return
      const others = wanted.filter(({ cid }) => !cid.equals(own.cid))
      const blocks = others.length < wanted.length ? [{ prefix: prefixOfCid(own.cid), data: own.bytes }] : []
      const presences = others.map(({ cid }) => ({ cid, isHeld: false }))
      await sendMessage(connection, { blocks, presences }, signal)
    }
    await peer.handle(BITSWAP, (stream, connection) => {
      const frames = createFrames()
      stream.addEventListener('message', ({ data }) => {
        for (const bytes of frames.push(data.subarray())) {
          answer(decodeBitswapMessage(bytes), connection).catch(got.reject)
        }
      })
    })
    peer.services.pubsub.subscribe(topic)
    const connection = await peer.dial(multiaddr(address), { signal })
    step = 'want'
    const wants = cids.map(
      (cid) =>
        ({ cid: parseCid(cid), priority: 1, kind: 'block', sendDontHave: true, isCancel: false }) as const,
    )
    await sendMessage(connection, { wants }, signal)
    await untilAborted(got.promise, { signal })
    step = 'get'
    await call(`block/get?arg=${own.cid}`, signal)
    step = 'rm'
    await call(`block/rm?arg=${own.cid}`, signal)
    step = 'subs'
    while (peer.services.pubsub.getSubscribers(topic).length === 0) {
      await sleep(LOOK_EVERY_MS, undefined, { signal })
    }
    step = 'pub'
    await peer.services.pubsub.publish(topic, freshBytes(100))
    if (!isPolite) connection.abort(new Error('gone'))
    counts.made += 1
  } catch (error) {
    counts.failed += 1
    process.stderr.write(
      `soak: a peer failed at ${step}: ${error instanceof Error ? reasonOf(error) : String(error)}\n`,
    )
  } finally {
    await peer.stop()
  }
}

/** A failed request names its reason in its cause. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}

async function sendMessage(
  connection: Connection,
  message: Partial<BitswapMessage>,
  signal: AbortSignal,
): Promise<void> {
  const stream = await connection.newStream(BITSWAP, { signal })
  for (const chunk of encodeBitswapMessage(message, featuresOf(BITSWAP))) stream.send(chunk)
}

async function call(path: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${api}/${path}`, { method: 'POST', signal })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
}
