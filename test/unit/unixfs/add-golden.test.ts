import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { loadBlock } from '../../../src/blocks/load-block.ts'
import { parseCid } from '../../../src/codec/cid/cid.ts'
import type { Mtime, SourceEntry } from '../../../src/ports/file-source.ts'
import { openFile } from '../../../src/unixfs/read/read.ts'
import {
  GOLDEN_CASES,
  type GoldenCase,
  type GoldenContent,
  type GoldenEntry,
  type GoldenMetadata,
  goldenBytes,
  goldenEntries,
  goldenOptions,
  whyLeftOut,
} from '../../requests/golden-case.ts'
import { added, file, gathered } from './added.ts'
import { keyStream, keyStreamNames } from './key-stream.ts'

const GIB = 2 ** 30

const served = GOLDEN_CASES.filter((one) => whyLeftOut(one) === undefined)

/** The two cases of 1 GiB: with nothing stored they take some seconds. */
const large = served.filter(({ input }) => lengthOf(input.content) >= GIB)

function lengthOf(content: GoldenContent | string | undefined): number {
  return typeof content === 'object' ? (content.length ?? 0) : 0
}

async function* contentOf(content: GoldenContent): AsyncGenerator<Uint8Array> {
  if (content.chacha20Seed === undefined) yield goldenBytes(content)
  else yield* keyStream(content.chacha20Seed, content.length ?? 0)
}

function metadataOf({ mode, mtime }: GoldenMetadata): { mode?: number; mtime?: Mtime } {
  return {
    ...(mode !== undefined && { mode: Number.parseInt(mode, 8) }),
    ...(mtime && { mtime: { seconds: mtime.secs, nanoseconds: mtime.nsecs ?? 0 } }),
  }
}

function sourceEntry(entry: GoldenEntry): SourceEntry {
  const { path, symlink: target, content } = entry
  const metadata = metadataOf(entry)
  if (target !== undefined) return { kind: 'symlink', path, target, ...metadata }
  if (content === undefined) return { kind: 'directory', path, ...metadata }
  return { kind: 'file', path, content: contentOf(content), ...metadata }
}

function* sourceOfCase(one: GoldenCase): Generator<SourceEntry> {
  for (const entry of goldenEntries(one)) yield sourceEntry(entry)
  const { kind, chacha20Seed: seed = '', count = 0, nameLength = 0, alphabet = '', ...input } = one.input
  if (kind !== 'namedDir') return
  const lastLength = input.lastNameLength ?? nameLength
  for (const name of keyStreamNames({ seed, count, length: nameLength, lastLength, alphabet })) {
    yield file(`root/${name}`, goldenBytes(input.fileContent ?? {}))
  }
}

describe('addContent() against the golden data', () => {
  it('has 219 of 231 cases to hold to, the others with their reasons', () => {
    expect(GOLDEN_CASES).toHaveLength(231)
    expect(served).toHaveLength(219)
    expect(large).toHaveLength(2)
  })

  it.each(served.filter((one) => !large.includes(one)).map((one) => [one.id, one] as const))(
    'gives the CIDs of %s',
    async (_id, one) => {
      const { root, cids, events, blockstore } = await added(sourceOfCase(one), goldenOptions(one))

      expect(root).toBe(one.expect.root)
      if (one.expect.cumulativeSize !== undefined) {
        expect(events.at(-1)).toMatchObject({ size: one.expect.cumulativeSize })
      }
      for (const entry of one.expect.entries ?? []) {
        const [path, cid] = 'path' in entry ? [entry.path, entry.cid] : entry
        expect([path, cids[path]]).toEqual([path, cid])
      }
      if (one.expect.blockHex !== undefined) {
        const bytes = await loadBlock(blockstore, parseCid(root), {})
        expect(bytes.reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), '')).toBe(
          one.expect.blockHex,
        )
      }
      if (one.expect.contentSha256 !== undefined) {
        const opened = await openFile(blockstore, parseCid(root))
        const bytes = await gathered(opened.content)
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(one.expect.contentSha256)
        expect(opened.sizeBytes).toBe(one.expect.fileSize)
      }
    },
  )

  it.each(large.map((one) => [one.id, one] as const))(
    'gives the root of %s, 1 GiB',
    { timeout: 120_000 },
    async (_id, one) => {
      const { root } = await added(sourceOfCase(one), { ...goldenOptions(one), onlyHash: true })

      expect(root).toBe(one.expect.root)
    },
  )
})
