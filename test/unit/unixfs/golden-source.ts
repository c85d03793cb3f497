import type { Mtime, SourceEntry } from '../../../src/ports/file-source.ts'
import {
  GOLDEN_CASES,
  type GoldenCase,
  type GoldenContent,
  type GoldenEntry,
  type GoldenMetadata,
  goldenBytes,
  goldenEntries,
  whyLeftOut,
} from '../../requests/golden-case.ts'
import { file } from './added.ts'
import { keyStream, keyStreamNames } from './key-stream.ts'

const GIB = 2 ** 30

/** Cases that this node serves; the others have a reason in `whyLeftOut`. */
export const served = GOLDEN_CASES.filter((one) => whyLeftOut(one) === undefined)

/** The two cases of 1 GiB. */
export const large = served.filter(({ input }) => lengthOf(input.content) >= GIB)

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

/** The files and directories of a case, as an add reads them. */
export function* sourceOfCase(one: GoldenCase): Generator<SourceEntry> {
  for (const entry of goldenEntries(one)) yield sourceEntry(entry)
  const { kind, chacha20Seed: seed = '', count = 0, nameLength = 0, alphabet = '', ...input } = one.input
  if (kind !== 'namedDir') return
  const lastLength = input.lastNameLength ?? nameLength
  for (const name of keyStreamNames({ seed, count, length: nameLength, lastLength, alphabet })) {
    yield file(`root/${name}`, goldenBytes(input.fileContent ?? {}))
  }
}
