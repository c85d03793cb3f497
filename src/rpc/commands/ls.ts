import type { CID } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'
import { resolvePaths } from '../../unixfs/dag/resolve.ts'
import { sortedByName } from '../../unixfs/directory/directory-entries.ts'
import { type ListEntry, listDirectory } from '../../unixfs/read/list.ts'
import { defineCommand, either } from '../declare/command.ts'
import { args, bool } from '../declare/wire.ts'
import { goFileMode } from '../print/go-file-mode.ts'
import { listingText } from '../print/listing-text.ts'
import { rfc3339 } from '../print/rfc3339.ts'
import { LsOutput } from '../shapes/content.ts'

/** Types of links on the wire, in streamed and plain replies. */
const TYPES = { unknown: 0, directory: 1, file: 2, symlink: 4 } as const

/** Spec: RPC document, section 4, `/ls`. */
export const ls = defineCommand({
  path: 'ls',
  about: 'List directory contents',
  args: { 'ipfs-path': args('Paths of the objects to list links of', { fromBody: true }) },
  options: {
    headers: bool('Print table headers, in text', { alias: 'v' }),
    'resolve-type': bool('Resolve the types of linked objects', { fallback: true }),
    size: bool('Resolve the sizes of linked files', { fallback: true }),
    stream: bool('Answer one link a line', { alias: 's', status: 'experimental' }),
  },
  reply: either(LsOutput),
  text: listingText,
  async run(_, { args: { 'ipfs-path': paths }, options, session, signal, printCid }) {
    const resolved = await resolvePaths(session, paths, { signal })
    const resolve = options['resolve-type'] || options.size
    const line = (link: ListEntry) => wireLink(link, printCid)
    const objects = resolved.map(({ cid }, at) => ({
      Hash: paths[at] ?? '',
      links: listDirectory(session, cid, { resolve, signal }),
    }))
    if (options.stream) return streamed(objects, line)
    const Objects = []
    let listed = 0
    for (const { Hash, links } of objects) {
      const found = await collected(links, MAX_LISTED - listed)
      listed += found.length
      Objects.push({ Hash, Links: sortedByName(found).map(line) })
    }
    return { Objects }
  },
})

interface ListedObject {
  readonly Hash: string
  readonly links: AsyncIterable<ListEntry>
}

/**
 * Maximum number of links in a reply that is not streamed, since it is built in memory. Everything that can be
 * added at once can be listed.
 */
const MAX_LISTED = 250_000

async function collected(links: AsyncIterable<ListEntry>, most: number): Promise<ListEntry[]> {
  const found: ListEntry[] = []
  for await (const link of links) {
    if (found.length === most) {
      throw new DomainError('too-large', `Cannot list over ${MAX_LISTED} links at once: ask with stream=true`)
    }
    found.push(link)
  }
  return found
}

async function* streamed(
  objects: readonly ListedObject[],
  line: (link: ListEntry) => ReturnType<typeof wireLink>,
) {
  for (const { Hash, links } of objects) {
    for await (const link of links) yield { Objects: [{ Hash, Links: [line(link)] }] }
  }
}

function wireLink(
  { name, cid, sizeBytes, type, target, mode, mtime }: ListEntry,
  printCid: (cid: CID) => string,
) {
  return {
    Name: name,
    Hash: printCid(cid),
    Size: sizeBytes,
    Type: TYPES[type],
    Target: target,
    Mode: mode === undefined ? undefined : goFileMode(mode, { isDirectory: type === 'directory' }),
    ModTime: mtime && rfc3339(mtime),
  }
}
