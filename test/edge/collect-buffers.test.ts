import { describe, expect, it } from 'vitest'
import { collectBuffers } from '../../edge/collect-buffers.ts'

const MIB = 1024 * 1024

describe('collectBuffers()', () => {
  it('collects once for every 32 MiB that were written', () => {
    let collections = 0
    const written = collectBuffers(() => {
      collections += 1
    })

    for (let at = 1; at < 32; at += 1) written(MIB)
    expect(collections).toBe(0)
    written(MIB)
    expect(collections).toBe(1)
    for (let at = 0; at < 64; at += 1) written(MIB)
    expect(collections).toBe(3)
  })

  it('collects once for a write that is larger', () => {
    let collections = 0
    const written = collectBuffers(() => {
      collections += 1
    })

    written(100 * MIB)
    written(MIB)

    expect(collections).toBe(1)
  })
})
