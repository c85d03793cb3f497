import { describe, expect, it } from 'vitest'
import { addLines } from '../requests/add.ts'
import { directory, type FormPart, file, symlink } from '../requests/form.ts'
import {
  GOLDEN_CASES,
  type GoldenCase,
  type GoldenEntry,
  goldenBytes,
  goldenEntries,
  goldenOptions,
  whyLeftOut,
} from '../requests/golden-case.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

const MOST_ENTRIES = 500
const MOST_BYTES = 1_100_000

/** Those with a word of the wire for all they ask, but for large ones and input that a page cannot make. */
const sent = GOLDEN_CASES.filter((one) => whyLeftOut(one) === undefined && isOnWire(one))

function isOnWire({ input, options }: GoldenCase): boolean {
  const { content, entries = [], count = 0, to = 0 } = input
  const hasKeyStream =
    input.kind === 'namedDir' || (typeof content === 'object' && content.chacha20Seed !== undefined)
  const bytes = typeof content === 'object' ? (content.length ?? 0) : 0
  return (
    !hasKeyStream &&
    options.shardSplitThresholdBytes === undefined &&
    Math.max(count, to, entries.length) <= MOST_ENTRIES &&
    bytes <= MOST_BYTES
  )
}

/** Some of each group; on the other hosts fewer: `test/unit/unixfs/add-golden.test.ts` has all cases. */
const some = sent.filter(({ group = 'kubo' }, at) => {
  const nth = sent.slice(0, at).filter((other) => (other.group ?? 'kubo') === group).length
  return group === 'kubo' || nth % 4 === 0
})
const chosen = sampleOnHosts(some, 4)

function query({ input, ...one }: GoldenCase): string {
  const { cidVersion, rawLeaves, wrapWithDirectory, maxFileLinks, maxHamtFanout, ...rest } = goldenOptions({
    ...one,
    input,
  })
  const entries = [input, ...(input.entries ?? [])]
  const hasMetadata = entries.some(({ mode, mtime }) => mode !== undefined || mtime !== undefined)
  const options = {
    ...{ profile: rest.profile, hash: rest.hash, chunker: rest.chunker, trickle: rest.trickle },
    'cid-version': cidVersion,
    // With metadata the reference has no raw leaves but those that a profile brings.
    'raw-leaves': hasMetadata ? undefined : rawLeaves,
    'wrap-with-directory': wrapWithDirectory,
    'max-file-links': maxFileLinks,
    'max-hamt-fanout': maxHamtFanout,
    'preserve-mode': hasMetadata || undefined,
    'preserve-mtime': hasMetadata || undefined,
  }
  const pairs = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  )
  return new URLSearchParams(pairs).toString()
}

function part(entry: GoldenEntry): FormPart {
  const { path, mode, mtime, content, symlink: target } = entry
  const headers = {
    ...(mode !== undefined && { mode }),
    ...(mtime && { mtime: String(mtime.secs), 'mtime-nsecs': String(mtime.nsecs ?? 0) }),
  }
  if (target !== undefined) return symlink(path, target, headers)
  return content ? file(path, goldenBytes(content), headers) : directory(path, headers)
}

/** Metadata and more leaves than one: raw leaves then, which the wire does not give to metadata. */
function isOfRawLeaves({ input, options }: GoldenCase): boolean {
  return (input.mode !== undefined || input.mtime !== undefined) && options.rawLeaves === true
}

describe('POST /api/v0/add against the golden data', () => {
  it.each(chosen.filter((one) => !isOfRawLeaves(one)).map((one) => [one.id, one] as const))(
    'gives %s its CIDs',
    async (_id, one) => {
      const lines = await addLines(query(one), ...Array.from(goldenEntries(one), part))

      expect(lines.at(-1)?.Hash).toBe(one.expect.root)
      for (const entry of one.expect.entries ?? []) {
        const [path, cid] = 'path' in entry ? [entry.path, entry.cid] : entry
        expect([path, lines.find(({ Name }) => Name === path)?.Hash]).toEqual([path, cid])
      }
    },
  )
})
