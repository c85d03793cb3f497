import { describe, expect, it } from 'vitest'
import { blockFormat } from '../../../src/blocks/block-format.ts'
import { makeBlock } from '../../../src/blocks/make-block.ts'
import { createSessions } from '../../../src/blocks/session.ts'
import type { CID } from '../../../src/codec/cid/cid.ts'
import { DomainError } from '../../../src/errors.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import type { AbortOptions } from '../../../src/ports/abort.ts'

const RAW = blockFormat({ format: 'raw', mhtype: 'sha2-256', mhlen: -1 })

const rawBlock = (text: string) => makeBlock(new TextEncoder().encode(text), RAW)

/** Another place that holds these bytes, whatever is asked, and counts how often it was. */
function place(answer: () => Promise<Uint8Array | undefined>) {
  const asked: CID[] = []
  return {
    asked,
    async get(cid: CID) {
      asked.push(cid)
      return answer()
    },
  }
}

describe('a session of blocks', () => {
  it('reads what is held, and asks nobody for it', async () => {
    const source = memoryBlockstore()
    const { cid, bytes } = await rawBlock('held')
    await source.put(cid, bytes)
    const other = place(async () => bytes)

    const session = createSessions({ source, others: [other] }).open()

    expect(await session.get(cid)).toEqual(bytes)
    expect(await session.has(cid)).toBe(true)
    expect(await session.stat(cid)).toEqual({ sizeBytes: bytes.byteLength })
    expect(other.asked).toEqual([])
  })

  it('asks other places in their order, past those that lack the block, fail, or give wrong bytes', async () => {
    const { cid, bytes } = await rawBlock('elsewhere')
    const others = [
      place(async () => undefined),
      place(async () => {
        throw new DomainError('unavailable', 'nobody answers')
      }),
      place(async () => new TextEncoder().encode('other bytes')),
      place(async () => bytes),
      place(async () => bytes),
    ]

    const session = createSessions({ source: memoryBlockstore(), others }).open()

    expect(await session.get(cid)).toEqual(bytes)
    expect(others.map(({ asked }) => asked.length)).toEqual([1, 1, 1, 1, 0])
    expect(await session.has(cid)).toBe(false)
  })

  it('asks no other place for a call that is offline', async () => {
    const { cid, bytes } = await rawBlock('elsewhere')
    const other = place(async () => bytes)

    const session = createSessions({ source: memoryBlockstore(), others: [other] }).open({ offline: true })

    expect(await session.get(cid)).toBeUndefined()
    expect(other.asked).toEqual([])
  })

  it('ends every read with the signal of the call, and one read with its own', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const source = {
      ...memoryBlockstore(),
      get: async (_: CID, { signal }: AbortOptions = {}) => {
        signals.push(signal)
        signal?.throwIfAborted()
        return undefined
      },
    }
    const call = new AbortController()
    const { cid } = await rawBlock('absent')
    const session = createSessions({ source, others: [] }).open({ signal: call.signal })

    await expect(session.get(cid, { signal: AbortSignal.abort(new Error('one read')) })).rejects.toThrow(
      'one read',
    )
    expect(await session.get(cid)).toBeUndefined()
    call.abort(new Error('whole call'))
    await expect(session.get(cid)).rejects.toThrow('whole call')
    await expect(session.get(cid, { signal: new AbortController().signal })).rejects.toThrow('whole call')
    expect(signals).toHaveLength(4)
  })
})
