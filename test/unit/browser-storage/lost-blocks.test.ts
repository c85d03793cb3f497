import { describe, expect, it } from 'vitest'
import { lostBlocks } from '../../../web/host/indexeddb/lost-blocks.ts'

describe('lostBlocks()', () => {
  it('finds the blocks whose pack is gone or ends before them, and no others', async () => {
    const { findLost } = opened({ whole: [1, 0], cut: [2, 900], gone: [3, 0], single: undefined })

    expect(await findLost(['whole', 'cut', 'gone', 'single', 'absent'], {})).toEqual(['cut', 'gone'])
  })

  it('checks a pack once, and one that is gone again', async () => {
    const { findLost, checked } = opened({ first: [1, 0], second: [1, 100], gone: [3, 0] })

    for (let times = 0; times < 2; times += 1) await findLost(['first', 'second', 'gone'], {})

    expect(checked).toEqual([1, 3, 3])
  })
})

/** Packs 1 and 2 have 950 bytes. Rows have a size of 100 bytes, and a pack and an offset if they are in a pack. */
function opened(places: Readonly<Record<string, readonly [pack: number, offset: number] | undefined>>) {
  const checked: number[] = []
  const findLost = lostBlocks({
    index: {
      async find(key) {
        if (!(key in places)) return undefined
        const [pack, offset] = places[key] ?? []
        return { sizeBytes: 100, place: pack === undefined ? undefined : { pack, offset: offset ?? 0 } }
      },
    },
    files: {
      close: () => undefined,
      async sizeOf(pack) {
        checked.push(pack)
        return pack === 3 ? undefined : 950
      },
    },
  })
  return { findLost, checked }
}
