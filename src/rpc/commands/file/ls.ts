import type * as z from 'zod/mini'
import type { UnixfsType } from '../../../codec/dag-pb/unixfs-message.ts'
import { resolvePath } from '../../../unixfs/dag/resolve.ts'
import { readUnixNode, type UnixNode } from '../../../unixfs/read/list-unix.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { args } from '../../declare/wire.ts'
import { UnixListing } from '../../shapes/files.ts'

/** Spec: RPC document, section 4, `/file/ls`. */
export const fileLs = defineCommand({
  path: 'file/ls',
  about: 'List files and directories by the CIDs of their arguments; use ls instead',
  status: 'deprecated',
  args: { 'ipfs-path': args('Paths to list links from', { fromBody: true }) },
  options: {},
  reply: json(UnixListing),
  text: unixListingText,
  async run(_, { args: { 'ipfs-path': paths }, session, signal }) {
    const roots = new Map<string, string>()
    const objects = new Map<string, UnixObject>()
    let left = MAX_LISTED
    for (const path of paths) {
      const { cid } = await resolvePath(session, path, { signal })
      const hash = cid.toString()
      roots.set(path, hash)
      if (objects.has(hash)) continue
      const node = await readUnixNode(session, cid, { most: left, signal })
      left -= node.entries.length
      objects.set(hash, unixObject(hash, node))
    }
    return { Arguments: sorted(roots), Objects: sorted(objects) }
  },
})

/** Maximum number of links in a reply, since it is built in memory. That of `ls`, which can stream more. */
const MAX_LISTED = 250_000

type Listing = z.infer<typeof UnixListing>
type UnixObject = Listing['Objects'][string]

const TYPES: Readonly<Record<UnixfsType, string>> = {
  raw: 'Raw',
  directory: 'Directory',
  file: 'File',
  metadata: 'Metadata',
  symlink: 'Symlink',
  'hamt-shard': 'HAMTShard',
}

function unixObject(Hash: string, { type, sizeBytes, entries }: UnixNode): UnixObject {
  const Links = entries.map((entry) => {
    return { Name: entry.name, Hash: entry.cid.toString(), Size: entry.sizeBytes, Type: TYPES[entry.type] }
  })
  return { Hash, Size: sizeBytes, Type: TYPES[type], Links: Links.length > 0 ? Links : null }
}

function sorted<T>(map: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Files by their arguments, then the entries of each directory. */
function unixListingText({ Arguments, Objects }: Listing): string {
  const isDirectory = (path: string) => Objects[Arguments[path] ?? '']?.Type === TYPES.directory
  const paths = Object.keys(Arguments)
  const files = paths.filter((path) => !isDirectory(path)).map((path) => `${path}\n`)
  const directories = paths.filter(isDirectory).map((path) => {
    const head = paths.length > 1 ? `${path}:\n` : ''
    const names = (Objects[Arguments[path] ?? '']?.Links ?? []).map(({ Name }) => `${Name}\n`)
    return `${head}${names.join('')}`
  })
  return [...(files.length > 0 ? [files.join('')] : []), ...directories].join('\n')
}
