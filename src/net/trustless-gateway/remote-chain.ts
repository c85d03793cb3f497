import type { BlockReader } from '../../blocks/load-block.ts'
import { readCar } from '../../codec/car/read-car.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { verifyBlock } from '../../codec/cid/multihash.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Block } from '../../ports/blockstore.ts'
import { withTimeLimit } from '../../streams/with-time-limit.ts'
import { bodyChunks } from './body-chunks.ts'
import type { RemoteOptions } from './bounded-request.ts'
import { openAnswer } from './bounded-request.ts'

export interface RemoteChainOptions extends RemoteOptions {
  readonly origin: string
  /** Reads blocks that the chain does not contain. */
  readonly blocks: BlockReader
  /** Called with the size of each block that the chain contains. */
  readonly count: (sizeBytes: number) => void
}

/** A reader that must be closed with `leave`, whatever it is reading. */
export interface ChainReader extends BlockReader {
  leave(): void
}

/**
 * Reads a chain of blocks from another node, each of which names the next by its first link, as the roots of a
 * ledger name their predecessors. Without this, each block needs a request that can start only after the
 * previous one. A CAR of the first block's DAG contains the chain in this order before anything else, so one
 * request delivers it, for as long as blocks are read.
 *
 * This is only an optimization. A block that does not arrive, arrives late or is wrong is requested separately.
 * After a response without a useful block, no further CAR is requested.
 */
export function remoteChain({ origin, outbound, clock, blocks, count }: RemoteChainOptions): ChainReader {
  let answer: Answer | undefined
  let isOfUse = true

  const leave = () => {
    answer?.stop.abort()
    answer = undefined
  }
  const ask = (cid: CID, { signal }: AbortOptions): Answer => {
    const stop = new AbortController()
    const bounded = AbortSignal.any([stop.signal, ...(signal ? [signal] : [])])
    const url = new URL(`/ipfs/${cid}?format=car`, origin)
    return { stop, sections: sectionsOf(url, { outbound, signal: bounded }) }
  }
  /** The next block of the response. `undefined` when it fails or takes too long. */
  const next = async ({ stop, sections }: Answer): Promise<Block | undefined> => {
    try {
      const { value } = await withTimeLimit(() => sections.next(), { clock, late: stop })
      if (value) await verifyBlock(value.cid, value.bytes)
      return value ?? undefined
    } catch {
      return undefined
    }
  }

  return {
    leave,
    async get(cid, options = {}) {
      while (isOfUse) {
        const isNew = answer === undefined
        answer ??= ask(cid, options)
        const block = await next(answer)
        options.signal?.throwIfAborted()
        if (block?.cid.equals(cid)) {
          count(block.bytes.byteLength)
          return block.bytes
        }
        leave()
        isOfUse = !isNew
      }
      return blocks.get(cid, options)
    },
  }
}

interface Answer {
  readonly stop: AbortController
  readonly sections: AsyncGenerator<Block, void>
}

/** The blocks of a CAR response. None for any other response. */
async function* sectionsOf(
  url: URL,
  { outbound, signal }: Pick<RemoteOptions, 'outbound'> & { readonly signal: AbortSignal },
): AsyncGenerator<Block, void> {
  if (outbound.refusal(url) !== undefined) return
  const { status, body } = await openAnswer(url, { outbound, signal })
  if (status === 200 && body) yield* (await readCar(bodyChunks(body, signal))).blocks
  else await body?.cancel()
}
