import { describe, expect, it } from 'vitest'
import { collectBuffers } from '../../edge/collect-buffers.ts'

const MIB = 1024 * 1024

/** Counts the collections that were asked for. */
function collectorOf({ hasCollected = (): boolean => false } = {}) {
  let collections = 0
  const collect = () => {
    collections += 1
  }
  return { collect, hasCollected, collections: () => collections }
}

describe('collectBuffers()', () => {
  it('collects once for every 128 MiB that were written', () => {
    const collector = collectorOf()
    const { written } = collectBuffers(collector)

    for (let at = 1; at < 128; at += 1) written(MIB)
    expect(collector.collections()).toBe(0)
    written(MIB)
    expect(collector.collections()).toBe(1)
    for (let at = 0; at < 256; at += 1) written(MIB)
    expect(collector.collections()).toBe(3)
  })

  it('collects once for a write that is larger', () => {
    const collector = collectorOf()
    const { written } = collectBuffers(collector)

    written(200 * MIB)
    written(MIB)

    expect(collector.collections()).toBe(1)
  })

  it('collects once for every 32 MiB that were read and not written', () => {
    const collector = collectorOf()
    const { read, written } = collectBuffers(collector)

    for (let at = 0; at < 32; at += 1) {
      read(MIB)
      written(MIB)
    }
    for (let at = 0; at < 28; at += 1) read(MIB)
    expect(collector.collections()).toBe(0)
    for (let at = 0; at < 4; at += 1) read(MIB)
    expect(collector.collections()).toBe(1)
  })

  it('counts anew after each collection of the runtime itself', () => {
    let hasCollected = false
    const collector = collectorOf({ hasCollected: () => hasCollected })
    const { read } = collectBuffers(collector)

    for (let at = 0; at < 28; at += 1) read(MIB)
    hasCollected = true
    for (let at = 0; at < 4; at += 1) read(MIB)
    hasCollected = false
    for (let at = 0; at < 28; at += 1) read(MIB)
    expect(collector.collections()).toBe(0)
    for (let at = 0; at < 4; at += 1) read(MIB)
    expect(collector.collections()).toBe(1)
  })
})
