import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { expectRest, readings } from '../requests/activity.ts'
import { lines } from '../requests/add.ts'
import { file, form, streamedForm } from '../requests/form.ts'

const LARGE_SLOTS = 6
const BODIES = LARGE_SLOTS + 24

describe('forty large bodies whose senders stall', () => {
  it('are read 6 at a time, hold up no small request, and are all stored once they go on', async () => {
    const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>()
    async function* content(seed: number): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(300 * 1024).fill(seed)
      await goOn
      yield new Uint8Array(300 * 1024).fill(seed)
    }
    const adds = Array.from({ length: BODIES }, (_, seed) =>
      send('/api/v0/add?pin=false', streamedForm(file(`stalled${seed}`, content(seed)))),
    )
    await expect.poll(async () => (await readings())['waiting-bodies'].now).toBe(BODIES - LARGE_SLOTS)
    expect((await readings())['large-bodies']).toEqual({ now: LARGE_SLOTS, peak: LARGE_SLOTS })

    const small = await send('/api/v0/block/put', form(file('small', 'ahead of the others')))
    expect(small.status).toBe(200)

    letGo()
    const added = await Promise.all(adds.map(async (add) => lines(await (await add).text())))
    expect(added.map((events) => events.length)).toEqual(new Array(BODIES).fill(1))
    await expectRest()
    expect((await readings())['large-bodies'].now).toBe(0)
  })
})
