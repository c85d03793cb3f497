import { collectBytes } from '../../../src/codec/bytes/collect-bytes.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import type { FileEntry, FileSource, SourceEntry, SymlinkEntry } from '../../../src/ports/file-source.ts'
import { addContent } from '../../../src/unixfs/add/add.ts'
import type { AddOptions } from '../../../src/unixfs/add/add-options.ts'
import type { AddEvent } from '../../../src/unixfs/add/added-event.ts'

const encoder = new TextEncoder()

/** A file entry of text or bytes. */
export function file(path: string, content: string | Uint8Array, more: Partial<FileEntry> = {}): FileEntry {
  return { kind: 'file', path, content: once(content), ...more }
}

export function symlink(path: string, target: string): SymlinkEntry {
  return { kind: 'symlink', path, target }
}

async function* once(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? encoder.encode(content) : content
}

export async function* sourceOf(entries: Iterable<SourceEntry>): FileSource {
  yield* entries
}

/** Adds entries to a memory store, or to the one given, and collects what came out. */
export async function added(
  entries: Iterable<SourceEntry>,
  options: AddOptions = {},
  blockstore = memoryBlockstore(),
) {
  const events: AddEvent[] = []
  const adding = addContent({ blockstore }, sourceOf(entries), options)
  let step = await adding.next()
  for (; !step.done; step = await adding.next()) events.push(step.value)
  const roots = step.value
  return {
    events,
    roots: roots.map(({ cid }) => cid),
    root: String(roots.at(-1)?.cid),
    blockstore,
    /** Printed when they are asked for: a large directory has as many as names. */
    get cids() {
      return cidsByName(events)
    },
    get sizes() {
      return sizesByName(events)
    },
  }
}

function cidsByName(events: readonly AddEvent[]): Record<string, string> {
  return Object.fromEntries(events.flatMap((e) => (e.type === 'added' ? [[e.name, `${e.cid}`]] : [])))
}

function sizesByName(events: readonly AddEvent[]): Record<string, number> {
  return Object.fromEntries(events.flatMap((e) => (e.type === 'added' ? [[e.name, e.size]] : [])))
}

/** All bytes of a stream. */
export function gathered(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  return collectBytes(stream, { maxBytes: Number.POSITIVE_INFINITY })
}
