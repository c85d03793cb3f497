import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { expectRest, readings } from '../requests/activity.ts'
import { lines } from '../requests/add.ts'
import { file, streamedForm } from '../requests/form.ts'
import { countEqual, randomChunks } from '../requests/random-bytes.ts'

const MIB = 1024 * 1024
const ADDS = 20
/** What all who write may hold together. */
const BUDGET_BYTES = 48 * MIB
/** All of them together are well over the budget. */
const SIZE_BYTES = 3 * MIB

async function* bytes(seed: number): AsyncGenerator<Uint8Array> {
  yield* randomChunks(seed, SIZE_BYTES)
}

async function add(seed: number): Promise<string> {
  const init = streamedForm(file(`big${seed}`, bytes(seed)))
  const response = await send('/api/v0/add?cid-version=1&pin=false', init)
  return lines<{ Hash: string }>(await response.text()).at(-1)?.Hash ?? ''
}

describe('twenty adds at once', { timeout: 180_000 }, () => {
  it('hold no more bytes than one budget, and all of them come back', async () => {
    const seeds = Array.from({ length: ADDS }, (_, at) => 1000 + at)

    const cids = await Promise.all(seeds.map(add))
    const { 'bytes-in-flight': inFlight } = await readings()

    expect(inFlight.peak).toBeLessThanOrEqual(BUDGET_BYTES)
    expect(new Set(cids).size).toBe(ADDS)
    for (const [at, cid] of [...cids.entries()].slice(0, 3)) {
      const response = await send(`/api/v0/cat?arg=${cid}`, { method: 'POST' })
      const read = response.body
        ? await countEqual(response.body, { seed: 1000 + at, sizeBytes: SIZE_BYTES })
        : 0
      expect(read).toBe(SIZE_BYTES)
    }
    await expectRest()
  })
})
