import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { identify } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { webSockets } from '@libp2p/websockets'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { createLibp2p } from 'libp2p'
import { parseCid } from '../../../src/codec/cid/cid.ts'
import { encodeBitswapMessage } from '../../../src/net/exchange/wire/encode-message.ts'
import { featuresOf } from '../../../src/net/exchange/wire/message.ts'
import { untilAborted } from '../../../src/streams/until-aborted.ts'
import type { Visits } from './section.ts'

const BITSWAP = '/ipfs/bitswap/1.2.0'
const TOGETHER = 8
const VISIT_MS = 20_000

const { address, cid, visits, durationMs } = workerData as {
  readonly address: string
  readonly cid: string
  readonly visits: number
  /** Over which the visits are spread. */
  readonly durationMs: number
}

/** A thread of its own: the cost of these peers does not hold up the calls that are timed beside it. */
const counts: { -readonly [Name in keyof Visits]: Visits[Name] } = { made: 0, failed: 0 }
const startMs = performance.now()
for (let begun = 0; begun < visits; begun += TOGETHER) {
  await Promise.all(Array.from({ length: TOGETHER }, (_, at) => visit(at % 2 === 0)))
  parentPort?.postMessage(counts)
  await sleep(Math.max(0, startMs + (durationMs * (begun + TOGETHER)) / visits - performance.now()))
}

/** A new peer connects, gets a block and leaves, politely or without a word. */
async function visit(isPolite: boolean): Promise<void> {
  const peer = await createLibp2p({
    transports: [webSockets()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    connectionGater: { denyDialMultiaddr: () => false },
    services: { identify: identify() },
  })
  const late = AbortSignal.timeout(VISIT_MS)
  try {
    const got = new Promise<void>((resolve) => {
      void peer.handle(BITSWAP, (stream) => stream.addEventListener('message', () => resolve()))
    })
    const connection = await peer.dial(multiaddr(address), { signal: late })
    const stream = await connection.newStream(BITSWAP, { signal: late })
    const want = {
      cid: parseCid(cid),
      priority: 1,
      kind: 'block',
      sendDontHave: true,
      isCancel: false,
    } as const
    for (const chunk of encodeBitswapMessage({ wants: [want] }, featuresOf(BITSWAP))) stream.send(chunk)
    await untilAborted(got, { signal: late })
    if (!isPolite) connection.abort(new Error('gone'))
    counts.made += 1
  } catch {
    counts.failed += 1
  } finally {
    await peer.stop()
  }
}
