import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { blockFormat } from '../../../src/blocks/block-format.ts'
import { makeBlock } from '../../../src/blocks/make-block.ts'
import { createRemoteSources, type RemoteSource } from '../../../src/blocks/remote-sources.ts'
import { createSessions, type SessionsOptions } from '../../../src/blocks/session.ts'
import type { CID } from '../../../src/codec/cid/cid.ts'
import { DomainError } from '../../../src/errors.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import type { AbortOptions } from '../../../src/ports/abort.ts'
import type { Block } from '../../../src/ports/blockstore.ts'

const RAW = blockFormat({ format: 'raw', mhtype: 'sha2-256', mhlen: -1 })

const rawBlock = (text: string) => makeBlock(new TextEncoder().encode(text), RAW)

/** Time passes only when the test says so. */
let passTime = (): void => undefined
const clock = {
  sleep: (_: number, { signal }: AbortOptions = {}) =>
    new Promise<void>((resolve, reject) => {
      passTime = resolve
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    }),
}

/** A remote source with this answer to every CID, which counts how often it was asked and opened. */
function source(answer: () => Promise<Uint8Array | undefined>, isReachable = true) {
  const asked: CID[] = []
  let opened = 0
  const remote: RemoteSource = {
    isReachable,
    open() {
      opened += 1
      return {
        async get(cid) {
          asked.push(cid)
          return answer()
        },
      }
    },
  }
  return { ...remote, asked, opened: () => opened }
}

function sessions(blockstore: SessionsOptions['blockstore'], ...sources: readonly RemoteSource[]) {
  const remoteSources = createRemoteSources()
  for (const one of sources) remoteSources.add(one)
  return createSessions({ blockstore, remoteSources, clock })
}

describe('a session of blocks', () => {
  it('joins the signal of a reader with its own once, however many blocks are read', async () => {
    const any = vi.spyOn(AbortSignal, 'any')
    onTestFinished(() => any.mockRestore())
    const blockstore = memoryBlockstore()
    const { cid, bytes } = await rawBlock('held')
    await blockstore.put(cid, bytes)
    const reader = new AbortController()
    const call = new AbortController()
    const session = sessions(blockstore).open({ signal: call.signal })

    for (let at = 0; at < 10; at += 1) await session.get(cid, { signal: reader.signal })
    call.abort()

    expect(any).toHaveBeenCalledTimes(1)
    await expect(session.get(cid, { signal: reader.signal })).rejects.toBe(call.signal.reason)
  })

  it('reads what is held without asking a source', async () => {
    const blockstore = memoryBlockstore()
    const { cid, bytes } = await rawBlock('held')
    await blockstore.put(cid, bytes)
    const other = source(async () => bytes)

    const session = sessions(blockstore, other).open()

    expect(await session.get(cid)).toEqual(bytes)
    expect(await session.has(cid)).toBe(true)
    expect(await session.stat(cid)).toEqual({ sizeBytes: bytes.byteLength })
    expect(other.asked).toEqual([])
  })

  it('asks the sources in their order, past those that lack the block or fail, and stores it', async () => {
    const { cid, bytes } = await rawBlock('elsewhere')
    const blockstore = memoryBlockstore()
    const sources = [
      source(async () => bytes, false),
      source(async () => undefined),
      source(async () => {
        throw new DomainError('unavailable', 'nobody answers')
      }),
      source(async () => bytes),
      source(async () => bytes),
    ]

    const session = sessions(blockstore, ...sources).open()

    expect(await session.get(cid)).toEqual(bytes)
    expect(await session.get(cid)).toEqual(bytes)
    expect(sources.map(({ asked }) => asked.length)).toEqual([0, 1, 1, 1, 0])
    expect(await blockstore.get(cid)).toEqual(bytes)
  })

  it('fetches a block whose presence or size is asked for', async () => {
    const [one, other] = [await rawBlock('present'), await rawBlock('sized')]
    const blocks = [one.bytes, other.bytes]
    const remote = source(async () => blocks.shift())
    const blockstore = memoryBlockstore()

    const session = sessions(blockstore, remote).open()

    expect(await session.has(one.cid)).toBe(true)
    expect(await session.stat(other.cid)).toEqual({ sizeBytes: other.bytes.byteLength })
    expect(await blockstore.has(one.cid)).toBe(true)
    expect(await session.has((await rawBlock('nowhere')).cid)).toBe(false)
    expect(remote.opened()).toBe(1)
  })

  it('throws for a block that no source has, and has none without sources', async () => {
    const { cid } = await rawBlock('absent')

    const session = sessions(
      memoryBlockstore(),
      source(async () => undefined),
    ).open()

    await expect(session.get(cid)).rejects.toThrow(`among peers: ipld: could not find ${cid}`)
    expect(await sessions(memoryBlockstore()).open().get(cid)).toBeUndefined()
  })

  it.each([
    ['corrupt', 'other bytes'],
    ['unavailable', 'the source that has its bytes is gone'],
  ] as const)(
    'fetches a block that is %s, and throws its error when no source has it',
    async (code, message) => {
      const { cid, bytes } = await rawBlock('damaged')
      const blocks = [undefined, bytes]
      const stored: Uint8Array[] = []
      const blockstore = {
        ...memoryBlockstore(),
        get: async () => {
          throw new DomainError(code, message)
        },
        putMany: async (given: readonly Block[]) => {
          stored.push(...given.map((block) => block.bytes))
        },
      }

      const session = sessions(
        blockstore,
        source(async () => blocks.shift()),
      ).open()

      await expect(session.get(cid)).rejects.toThrow(message)
      expect(await session.get(cid)).toEqual(bytes)
      expect(stored).toEqual([bytes])
    },
  )

  it('asks the next source beside one that does not answer, and drops the slower one', async () => {
    const { cid, bytes } = await rawBlock('slow')
    const asked = Promise.withResolvers<void>()
    let isDropped = false
    const slow: RemoteSource = {
      isReachable: true,
      open: () => ({
        get: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => {
              isDropped = true
              reject(signal.reason)
            })
            asked.resolve()
          }),
      }),
    }
    const last: RemoteSource = { ...source(async () => bytes), comesLast: true }

    const reading = sessions(memoryBlockstore(), last, slow).open().get(cid)
    await asked.promise
    await Promise.resolve()
    passTime()

    expect(await reading).toEqual(bytes)
    expect(isDropped).toBe(true)
  })

  it('stores blocks together that it fetches at the same time', async () => {
    const blocks = await Promise.all(['one', 'two', 'three'].map(rawBlock))
    const arrivals = blocks.map(({ bytes }) => ({ bytes, ...Promise.withResolvers<Uint8Array>() }))
    const store = memoryBlockstore()
    const groups: number[] = []
    const blockstore = {
      ...store,
      putMany: (group: readonly Block[]) => {
        groups.push(group.length)
        return store.putMany(group)
      },
    }
    let next = 0
    const session = sessions(
      blockstore,
      source(async () => arrivals[next++]?.promise),
    ).open()

    const reads = blocks.map(({ cid }) => session.get(cid))
    for (const [at, { bytes, resolve }] of arrivals.entries()) {
      resolve(bytes)
      // The last one ends the wait of the one before.
      if (at === 0) await reads[0]
      else await new Promise((settle) => setTimeout(settle, 0))
    }

    expect(await Promise.all(reads)).toEqual(blocks.map(({ bytes }) => bytes))
    expect(groups).toEqual([1, 2])
  })

  it('asks no source for a call that is offline', async () => {
    const { cid, bytes } = await rawBlock('elsewhere')
    const other = source(async () => bytes)

    const session = sessions(memoryBlockstore(), other).open({ offline: true })

    expect(await session.get(cid)).toBeUndefined()
    expect(await session.has(cid)).toBe(false)
    expect(other.asked).toEqual([])
  })

  it('ends every read with the signal of the call, and one read with its own', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const blockstore = {
      ...memoryBlockstore(),
      get: async (_: CID, { signal }: AbortOptions = {}) => {
        signals.push(signal)
        signal?.throwIfAborted()
        return undefined
      },
    }
    const call = new AbortController()
    const { cid } = await rawBlock('absent')
    const session = sessions(blockstore).open({ signal: call.signal })

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
