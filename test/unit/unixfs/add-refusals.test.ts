import { describe, expect, it } from 'vitest'
import { createActivity } from '../../../src/diagnostics/activity.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import type { SourceEntry } from '../../../src/ports/file-source.ts'
import { addContent } from '../../../src/unixfs/add/add.ts'
import type { AddOptions } from '../../../src/unixfs/add/add-options.ts'
import { added, file, sourceOf } from './added.ts'

describe('addContent(), refusals', () => {
  it.each<[AddOptions, string]>([
    [{ hash: 'sha2-9' }, 'unrecognized hash function: sha2-9'],
    [{ cidVersion: 9 }, 'unknown CID version: 9'],
    [{ cidVersion: 0, hash: 'sha2-512' }, 'CIDv0 only supports sha2-256'],
    [{ hash: 'blake2b-64' }, 'potentially insecure hash functions not allowed'],
    [{ chunker: 'size-0' }, 'chunker size must be greater than 0'],
    [{ inline: true, inlineLimit: 129 }, 'inline-limit 129 exceeds maximum allowed size of 128 bytes'],
    [{ profile: 'unixfs-v0-2015', hash: 'sha2-512' }, 'CIDv0 only supports sha2-256'],
    [{ profile: 'x' }, 'unrecognized CID profile "x": known are unixfs-v0-2015, unixfs-v1-2025'],
    [{ maxFileLinks: 1, chunker: 'size-1' }, 'max-file-links must be from 2 to 65536 (got 1)'],
    [{ maxFileLinks: 65_537 }, 'max-file-links must be from 2 to 65536 (got 65537)'],
    ...[-8, 0, 4, 12, 2048].map((fanout): [AddOptions, string] => [
      { maxHamtFanout: fanout },
      `HAMT fanout must be a power of 2, between 8 and 1024 (got ${fanout})`,
    ]),
  ])('answers %j with its text', async (options, message) => {
    await expect(added([file('x', 'xx')], options)).rejects.toMatchObject({
      code: 'invalid-argument',
      message,
    })
  })

  it('tells what is wrong with the chunker when the first file comes, not for directories alone', async () => {
    const { roots } = await added([{ kind: 'directory', path: 'd' }], { chunker: 'size-0' })

    expect(roots).toHaveLength(1)
  })

  it.each(['../x', 'a/../b', 'a//b', '/a', 'a/', 'a/./b', 'a\0b', `${'a/'.repeat(1024)}b`])(
    'refuses the path %j',
    async (path) => {
      const { blockstore } = await added([])

      await expect(added([file(path, 'x')], {}, blockstore)).rejects.toMatchObject({
        code: 'invalid-argument',
      })
      expect((await blockstore.totals()).blocks).toBe(0)
    },
  )

  it('adds a directory of 1023 levels', async () => {
    const { events } = await added([file(`${'a/'.repeat(1023)}b`, 'x')])

    expect(events).toHaveLength(1024)
  })

  it('counts the directories it has to make, and ends at its budget', async () => {
    const deep = (at: number): SourceEntry => ({ kind: 'directory', path: `r/${at}${'/d'.repeat(1000)}` })
    const source = (function* () {
      for (let at = 0; ; at += 1) yield deep(at)
    })()

    await expect(added(source)).rejects.toMatchObject({ code: 'too-large' })
  })

  it('ends with the error of its source and holds nothing', async () => {
    const activity = createActivity()
    const failing = (async function* () {
      yield new Uint8Array(600_000)
      throw new Error('the sender left')
    })()
    const adding = addContent(
      { blockstore: memoryBlockstore(), activity },
      sourceOf([{ kind: 'file', path: 'x', content: failing }]),
    )

    await expect(adding.next()).rejects.toThrow('the sender left')
    await expect.poll(() => activity.readings()['bytes-in-flight'].now).toBe(0)
  })

  it('ends with the error of a store that fails, and holds nothing', async () => {
    const activity = createActivity()
    const blockstore = {
      putMany: async (_blocks: readonly Block[]) => Promise.reject(new Error('disk is full')),
    }
    const adding = addContent(
      { blockstore, activity },
      sourceOf([
        file(
          'x',
          new Uint8Array(20_000_000).map((_, at) => at >>> 12),
        ),
      ]),
    )

    await expect(
      (async () => {
        while (!(await adding.next()).done);
      })(),
    ).rejects.toThrow('disk is full')
    await expect.poll(() => activity.readings()['bytes-in-flight'].now).toBe(0)
  })

  it('stops on abort and on a reader that leaves, and holds nothing', async () => {
    for (const leave of ['abort', 'return'] as const) {
      const activity = createActivity()
      const leaving = new AbortController()
      const endless = (async function* () {
        for (let at = 0; ; at += 1) yield new Uint8Array(262_144).fill(at & 0xff)
      })()
      const adding = addContent(
        { blockstore: memoryBlockstore(), activity },
        sourceOf([{ kind: 'file', path: 'x', content: endless }]),
        { progress: true, signal: leaving.signal },
      )
      for (let turn = 0; turn < 5; turn += 1) await adding.next()

      if (leave === 'return') await adding.return([])
      else {
        leaving.abort(new Error('gone'))
        await expect(adding.next()).rejects.toThrow('gone')
      }

      await expect.poll(() => activity.readings()['bytes-in-flight'].now).toBe(0)
    }
  })
})
