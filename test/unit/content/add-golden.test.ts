import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseCid } from '../../../src/codec/cid.ts'
import type { AddOptions } from '../../../src/content/add.ts'
import { openFile } from '../../../src/content/read.ts'
import type { Mtime, SourceEntry } from '../../../src/ports/file-source.ts'
import { added, file, gathered } from './added.ts'

interface Content {
  readonly utf8?: string
  readonly xorshift32?: number
  readonly fill?: number
  readonly length?: number
  readonly chacha20Seed?: string
}

interface Metadata {
  readonly mode?: string
  readonly mtime?: { readonly secs: number; readonly nsecs: number }
}

interface TreeEntry extends Metadata {
  readonly path: string
  readonly content?: Content
  readonly symlink?: string
}

interface Input extends Metadata {
  readonly kind: 'file' | 'tree' | 'many' | 'seqDir' | 'namedDir'
  readonly content?: Content | string
  readonly entries?: readonly TreeEntry[]
  readonly dir?: string
  readonly count?: number
  readonly prefix?: string
  readonly pad?: number
  readonly suffix?: string
  readonly contentLength?: number
  readonly firstSeed?: number
  readonly extra?: readonly TreeEntry[]
  readonly from?: number
  readonly to?: number
  readonly name?: string
}

interface Case {
  readonly id: string
  readonly group?: string
  readonly kubo?: string
  readonly input: Input
  readonly options: {
    readonly profile?: string
    readonly cidVersion?: number
    readonly rawLeaves?: boolean
    readonly hash?: string
    readonly wrapWithDirectory?: boolean
    readonly leafType?: string
    readonly reduceSingleLeafToSelf?: boolean
    readonly shardFanoutBits?: number
    readonly shardSplitStrategy?: string
    readonly shardSplitThresholdBytes?: number
    readonly chunker?: { readonly type: string; readonly size: number }
    readonly layout?: { readonly type: string; readonly maxChildren: number }
  }
  readonly expect: {
    readonly root: string
    readonly cumulativeSize?: number
    readonly fileSize?: number
    readonly contentSha256?: string
    readonly entries?: readonly (
      | { readonly path: string; readonly cid: string }
      | readonly [string, string]
    )[]
  }
}

const load = (name: string): { cases: Case[] } =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/unixfs', name), 'utf8'))

/** What a case asks for that `/add` has no word for, or that is not built. */
function isServed({ input, options, kubo }: Case): boolean {
  return (
    input.kind !== 'namedDir' &&
    !(typeof input.content === 'object' && input.content.chacha20Seed) &&
    !kubo &&
    !['block-bytes'].includes(options.shardSplitStrategy ?? '') &&
    (options.chunker?.type ?? 'fixed') === 'fixed' &&
    (options.layout?.type ?? 'balanced') === 'balanced' &&
    (options.leafType ?? 'file') === 'file' &&
    (options.reduceSingleLeafToSelf ?? true) &&
    (options.shardFanoutBits ?? 8) === 8 &&
    options.profile !== 'unixfs-v1-2025'
  )
}

function addOptions({ options }: Case): AddOptions {
  const isProfile = options.profile !== undefined
  return {
    cidVersion: options.cidVersion ?? (isProfile ? 0 : 1),
    rawLeaves: options.rawLeaves ?? !isProfile,
    hash: options.hash,
    wrapWithDirectory: options.wrapWithDirectory,
    chunker: `size-${options.chunker?.size ?? 262_144}`,
    maxFileLinks: options.layout?.maxChildren,
    shardThresholdBytes: options.shardSplitThresholdBytes,
  }
}

function bytesOf({ utf8, xorshift32, fill, length = 0 }: Content): Uint8Array {
  if (utf8 !== undefined) return new TextEncoder().encode(utf8)
  if (fill !== undefined) return new Uint8Array(length).fill(fill)
  return xorshift(xorshift32 ?? 0, length)
}

function xorshift(seed: number, length: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(length / 4))
  let x = seed
  for (let at = 0; at < words.length; at += 1) {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    x >>>= 0
    words[at] = x
  }
  return new Uint8Array(words.buffer).subarray(0, length)
}

function metadataOf({ mode, mtime }: Metadata): { mode?: number; mtime?: Mtime } {
  return {
    ...(mode !== undefined && { mode: Number.parseInt(mode, 8) }),
    ...(mtime && { mtime: { seconds: mtime.secs, nanoseconds: mtime.nsecs } }),
  }
}

function treeEntry(entry: TreeEntry): SourceEntry {
  const { path } = entry
  if (entry.symlink !== undefined)
    return { kind: 'symlink', path, target: entry.symlink, ...metadataOf(entry) }
  if (entry.content === undefined) return { kind: 'directory', path, ...metadataOf(entry) }
  return file(path, bytesOf(entry.content), metadataOf(entry))
}

function* entriesOf({ input }: Case): Generator<SourceEntry> {
  const { kind, content, count = 0, dir = 'root', prefix = '', pad = 0, suffix = '' } = input
  if (kind === 'file') yield file('', bytesOf(typeof content === 'object' ? content : {}), metadataOf(input))
  for (const entry of input.entries ?? []) yield treeEntry(entry)
  if (kind === 'many') {
    for (let at = 0; at < count; at += 1) {
      const name = `${prefix}${String(at).padStart(pad, '0')}${suffix}`
      yield file(`${dir}/${name}`, xorshift((input.firstSeed ?? 0) + at, input.contentLength ?? 0))
    }
    for (const entry of input.extra ?? []) yield treeEntry(entry)
  }
  for (let at = input.from ?? 1; at <= (input.to ?? 0); at += 1) {
    yield file(`${dir}/${input.name?.replace('{i}', String(at))}`, String(content).replace('{i}', String(at)))
  }
}

describe.each(['golden.json', 'kubo-vectors.json'])('addContent() against %s', (name) => {
  const cases = load(name).cases.filter(isServed)

  it.each(cases.map((one) => [one.id, one] as const))('gives the CIDs of %s', async (_id, one) => {
    const { root, cids, sizes, events, blockstore } = await added(entriesOf(one), addOptions(one))

    expect(root).toBe(one.expect.root)
    const last = events.at(-1)
    if (one.expect.cumulativeSize !== undefined)
      expect(last).toMatchObject({ size: one.expect.cumulativeSize })
    for (const entry of one.expect.entries ?? []) {
      const [path, cid] = 'path' in entry ? [entry.path, entry.cid] : entry
      expect([path, cids[path]]).toEqual([path, cid])
    }
    if (one.expect.contentSha256 !== undefined) {
      const opened = await openFile(blockstore, parseCid(root))
      const bytes = await gathered(opened.content)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(one.expect.contentSha256)
      expect(opened.sizeBytes).toBe(one.expect.fileSize)
    }
    expect(Object.keys(sizes).length).toBeGreaterThan(0)
  })
})
