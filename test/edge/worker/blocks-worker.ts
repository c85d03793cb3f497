import { DurableObject } from 'cloudflare:workers'
import { edgePorts } from '../../../edge/edge-ports.ts'
import type { SweepReport } from '../../../src/ports/blockstore.ts'
import { listed, rawBlock } from '../../contracts/blocks.ts'
import type { Findings } from './findings.ts'

export interface BlocksEnv {
  readonly NODE: DurableObjectNamespace<BlocksObject>
  readonly BLOCKS: R2Bucket
}

/** Writes numbered rounds through the adapters of the edge, and tells each only when it is stored. */
export class BlocksObject extends DurableObject<BlocksEnv> {
  readonly #ports = edgePorts(this.ctx.storage, this.env, { hotTierBytes: HOT_TIER_BYTES })
  #left = 0

  /** Blocks move on while others are written. */
  override alarm(): Promise<void> {
    return this.#ports.schedule.runDue()
  }

  override async fetch(request: Request): Promise<Response> {
    if (request.method === 'DELETE') return Response.json(await this.#repair())
    if (request.method === 'POST') return new Response(this.#writing(request.signal), { headers: STREAMED })
    return Response.json(await this.#findings())
  }

  #writing(signal: AbortSignal): ReadableStream<Uint8Array> {
    let round: number | undefined
    let hasLeft = false
    // The runtime tells by the one or by the other, as it finds the connection closed.
    const leave = () => {
      if (!hasLeft) this.#left += 1
      hasLeft = true
    }
    signal.addEventListener('abort', leave)
    return new ReadableStream({
      cancel: leave,
      pull: async (controller) => {
        if (hasLeft) return controller.close()
        round ??= (await this.#rounds()).length
        await this.#write(round)
        controller.enqueue(new TextEncoder().encode(`${round}\n`))
        round += 1
      },
    })
  }

  /** Blocks first, then the entry that makes the round visible. */
  async #write(round: number): Promise<void> {
    const { blockstore, datastore } = this.#ports
    await blockstore.putMany(await blocksOf(round))
    const key = keyOf(round)
    await datastore.batch([{ type: 'put', key, value: key }], [{ key, value: undefined }])
  }

  /** Loses the rows of all blocks in packs once there are some, and indexes the packs again. */
  async #repair(): Promise<SweepReport> {
    const { sql } = this.ctx.storage
    const packed = () => sql.exec('SELECT 1 FROM blocks WHERE pack IS NOT NULL LIMIT 1').toArray()
    while (packed().length === 0) await scheduler.wait(50)
    sql.exec('DELETE FROM blocks WHERE pack IS NOT NULL')
    return this.#ports.blockstore.sweep()
  }

  async #rounds(): Promise<number[]> {
    const rounds: number[] = []
    for await (const [key] of this.#ports.datastore.range({})) rounds.push(numberOf(key))
    return rounds
  }

  async #findings(): Promise<Findings> {
    const { blockstore } = this.#ports
    const rounds = await this.#rounds()
    const whole: number[] = []
    for (const round of rounds) if (await this.#isWhole(round)) whole.push(round)
    const totals = await blockstore.totals()
    const sizeBytes = (await listed(blockstore)).reduce((sum, block) => sum + block.sizeBytes, 0)
    return {
      whole,
      broken: rounds.filter((round) => !whole.includes(round)),
      isCounted: totals.sizeBytes === sizeBytes && totals.blocks >= whole.length * ROUND_SIZES.length,
      left: this.#left,
    }
  }

  async #isWhole(round: number): Promise<boolean> {
    for (const { cid, bytes } of await blocksOf(round)) {
      const held = await this.#ports.blockstore.get(cid)
      if (held?.join() !== bytes.join()) return false
    }
    return true
  }
}

export default {
  fetch: (request, env) => env.NODE.getByName('main').fetch(request),
} satisfies ExportedHandler<BlocksEnv>

const STREAMED = { 'Content-Type': 'text/plain', 'Content-Encoding': 'identity' }
/** Half of it are the large blocks of four rounds: more that wait are moved on without waiting for quiet. */
const HOT_TIER_BYTES = 640_000
/** Some in rows, some in the bucket. */
const ROUND_SIZES = [100, 5_000, 20_000, 60_000]

function blocksOf(round: number) {
  return Promise.all(
    ROUND_SIZES.map((size) => {
      const bytes = new Uint8Array(size).fill(round)
      new DataView(bytes.buffer).setUint32(0, round)
      return rawBlock(bytes)
    }),
  )
}

function keyOf(round: number): Uint8Array {
  const key = new Uint8Array(4)
  new DataView(key.buffer).setUint32(0, round)
  return key
}

function numberOf(key: Uint8Array): number {
  return new DataView(key.buffer).getUint32(0)
}
