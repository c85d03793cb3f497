import golden from '../fixtures/unixfs/golden.json' with { type: 'json' }
import kubo from '../fixtures/unixfs/kubo-vectors.json' with { type: 'json' }

export interface GoldenContent {
  readonly utf8?: string
  readonly xorshift32?: number
  readonly fill?: number
  readonly length?: number
  readonly chacha20Seed?: string
}

export interface GoldenMetadata {
  readonly mode?: string
  readonly mtime?: { readonly secs: number; readonly nsecs?: number }
}

export interface GoldenEntry extends GoldenMetadata {
  /** Empty for the file of a case that is one nameless file. */
  readonly path: string
  /** Absent for a directory or symlink. */
  readonly content?: GoldenContent
  readonly symlink?: string
}

interface Input extends GoldenMetadata {
  readonly kind: string
  readonly content?: GoldenContent | string
  readonly entries?: readonly GoldenEntry[]
  readonly dir?: string
  readonly count?: number
  readonly prefix?: string
  readonly pad?: number
  readonly suffix?: string
  readonly contentLength?: number
  readonly firstSeed?: number
  readonly extra?: readonly GoldenEntry[]
  readonly from?: number
  readonly to?: number
  readonly name?: string
  readonly chacha20Seed?: string
  readonly nameLength?: number
  readonly lastNameLength?: number
  readonly alphabet?: string
  readonly fileContent?: GoldenContent
}

interface Options {
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
  readonly chunker?: {
    readonly type: string
    readonly size?: number
    readonly min?: number
    readonly avg?: number
    readonly max?: number
  }
  readonly layout?: { readonly type: string; readonly maxChildren: number; readonly layerRepeat?: number }
}

/** A described input and the CIDs it must have. */
export interface GoldenCase {
  readonly id: string
  readonly group?: string
  readonly kubo?: string
  readonly input: Input
  readonly options: Options
  readonly expect: {
    readonly root: string
    readonly cumulativeSize?: number
    readonly blockHex?: string
    readonly fileSize?: number
    readonly contentSha256?: string
    readonly entries?: readonly (
      | { readonly path: string; readonly cid: string }
      | readonly [string, string]
    )[]
  }
}

export const GOLDEN_CASES: readonly GoldenCase[] = [...golden.cases, ...kubo.cases] as never

/** Cases whose CID is right for the library alone, by reason. */
const LIBRARY_ONLY: Readonly<Record<string, string>> = {
  'mode-mtime-13': 'a symlink with a mode: the reference stores its time alone',
  'trickle-09': 'two subtrees of each depth, where the network has four',
  'single-leaf-and-leaf-type-01': 'a parent above a single leaf, which no option of the network asks for',
  'single-leaf-and-leaf-type-02': 'a parent above a single leaf, which no option of the network asks for',
  'single-leaf-and-leaf-type-03': 'leaves of type raw in the balanced layout, which no option asks for',
  'single-leaf-and-leaf-type-04': 'leaves of type raw in the balanced layout, which no option asks for',
}

/** Why a case says nothing about this node; `undefined` when it must pass. */
export function whyLeftOut({ id, kubo: differs, options }: GoldenCase): string | undefined {
  if (differs?.startsWith('differs')) return differs
  if (options.chunker?.type === 'rabin' && !SINGLE_CHUNK_RABIN.has(id)) {
    return 'the library cuts by rabin elsewhere than the network'
  }
  return LIBRARY_ONLY[id]
}

/** Files shorter than the least chunk, which every rabin leaves whole. */
const SINGLE_CHUNK_RABIN: ReadonlySet<string> = new Set(['rabin-06', 'rabin-07'])

/** The options of a case by the names that `addContent` and a query have for them; absent where they do not matter. */
export function goldenOptions({ options }: GoldenCase) {
  const { profile, chunker, layout, shardFanoutBits } = options
  const isLibraryDefault = profile === undefined
  return {
    profile,
    cidVersion: options.cidVersion ?? (isLibraryDefault ? 1 : undefined),
    rawLeaves: options.rawLeaves ?? (isLibraryDefault ? true : undefined),
    hash: options.hash,
    wrapWithDirectory: options.wrapWithDirectory,
    chunker: chunker && chunkerText(chunker),
    trickle: layout?.type === 'trickle' || undefined,
    maxFileLinks: layout?.maxChildren,
    maxHamtFanout: shardFanoutBits === undefined ? undefined : 2 ** shardFanoutBits,
    sizeEstimate: options.shardSplitStrategy === 'block-bytes' ? ('block' as const) : undefined,
    shardThresholdBytes: options.shardSplitThresholdBytes,
  }
}

function chunkerText({ type, size, min, avg, max }: NonNullable<Options['chunker']>): string {
  return type === 'rabin' ? `rabin-${min}-${avg}-${max}` : `size-${size}`
}

/** The entries of a case in order; those with names made from a key stream (`namedDir`) are not made here. */
export function* goldenEntries({ input }: GoldenCase): Generator<GoldenEntry> {
  const { kind, content, count = 0, dir = 'root', prefix = '', pad = 0, suffix = '' } = input
  if (kind === 'file' && typeof content === 'object') yield { ...input, path: '', content }
  yield* input.entries ?? []
  if (kind === 'many') {
    for (let at = 0; at < count; at += 1) {
      const path = `${dir}/${prefix}${String(at).padStart(pad, '0')}${suffix}`
      const seed = (input.firstSeed ?? 0) + at
      yield { path, content: { xorshift32: seed, length: input.contentLength ?? 0 } }
    }
    yield* input.extra ?? []
  }
  for (let at = input.from ?? 1; at <= (input.to ?? 0); at += 1) {
    const fill = (text: string) => text.replace('{i}', String(at))
    yield { path: `${dir}/${fill(input.name ?? '')}`, content: { utf8: fill(String(content)) } }
  }
}

/** The bytes of a content that is not a key stream. */
export function goldenBytes({ utf8, xorshift32, fill, length = 0 }: GoldenContent): Uint8Array {
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
    words[at] = x
  }
  return new Uint8Array(words.buffer).subarray(0, length)
}
