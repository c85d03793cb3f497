import { describe, expect, it } from 'vitest'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import { createSpace } from '../../../src/space/create-space.ts'

const MIB = 1024 * 1024
const GIB = 1024 * MIB
const written = async () => 'written'

/** A disk of 16 MiB reserve whose reader is counted. */
function disk(freeBytes: number) {
  const clock = fixedClock()
  const state = { freeBytes, readings: 0 }
  const space = createSpace({
    clock,
    reserveBytes: 16 * MIB,
    freeBytes: async () => {
      state.readings += 1
      return state.freeBytes
    },
  })
  return { state, space, clock }
}

const REFUSED = expect.objectContaining({
  code: 'no-space',
  message: expect.stringContaining('no space left on device'),
})

describe('createSpace()', () => {
  it('tells the free space, unless it cannot be read', async () => {
    const unreadable = createSpace({
      ...{ clock: fixedClock(), reserveBytes: 0 },
      freeBytes: () => Promise.reject(new Error('gone')),
    })

    expect(await disk(5 * MIB).space.freeBytes()).toBe(5 * MIB)
    expect(await unreadable.freeBytes()).toBeUndefined()
  })

  it('lets a write grow the storage down to the reserve, counting it twice', async () => {
    const { space } = disk(26 * MIB)

    await expect(space.grow(5 * MIB, written)).resolves.toBe('written')
    await expect(disk(26 * MIB).space.grow(5 * MIB + 1, written)).rejects.toEqual(REFUSED)
  })

  it('runs nothing of a write that it refuses', async () => {
    const { space } = disk(16 * MIB)
    let hasRun = false

    await expect(
      space.grow(1, async () => {
        hasRun = true
      }),
    ).rejects.toEqual(REFUSED)
    expect(hasRun).toBe(false)
  })

  it('lets what removes use the reserve, but for the last MiB', async () => {
    await expect(disk(MIB).space.change(written)).resolves.toBe('written')
    await expect(disk(MIB - 1).space.change(written)).rejects.toEqual(REFUSED)
  })

  it('gives the same room to one write of many that come together', async () => {
    const { space } = disk(26 * MIB)
    const { promise: end, resolve } = Promise.withResolvers<string>()

    const writes = Array.from({ length: 8 }, () => space.grow(2 * MIB, () => end))
    const refusals = await Promise.allSettled(writes.slice(2))
    resolve('written')

    expect(refusals.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'rejected'))
    expect(await Promise.all(writes.slice(0, 2))).toEqual(['written', 'written'])
  })

  it('reads the disk again before it refuses, so that it recovers by itself', async () => {
    const { space, state } = disk(0)
    await expect(space.grow(1, written)).rejects.toEqual(REFUSED)

    state.freeBytes = GIB

    await expect(space.grow(1, written)).resolves.toBe('written')
  })

  it('notices within a second that another program has filled the disk', async () => {
    const { space, state, clock } = disk(GIB)
    await space.grow(1, written)
    state.freeBytes = 0

    await space.grow(1, written)
    await clock.sleep(1_000)

    await expect(space.grow(1, written)).rejects.toEqual(REFUSED)
  })

  it('asks once a second where there is plenty, and no write waits for it', async () => {
    const { space, state, clock } = disk(100 * GIB)
    for (let count = 0; count < 1_000; count += 1) await space.grow(MIB, written)
    expect(state.readings).toBe(1)

    await clock.sleep(1_000)
    await space.grow(MIB, written)

    expect(state.readings).toBe(2)
  })

  it('refuses nothing while the host does not know', async () => {
    const clock = fixedClock()
    const freeBytes = () => Promise.reject(new Error('no answer'))
    const space = createSpace({ clock, reserveBytes: 16 * MIB, freeBytes })

    await expect(space.grow(GIB, written)).resolves.toBe('written')
  })
})
