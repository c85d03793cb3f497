import { readdir, readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { type ImportCandidate, importer } from 'ipfs-unixfs-importer'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { balanced } from 'ipfs-unixfs-importer/layout'
import type { CID } from 'multiformats/cid'

/** The root is all that is asked for: nothing reads a block back. */
const forgetful = { put: async (cid: CID) => cid }

/** The CID that the ecosystem's importer gives a folder under the defaults of the page. */
export async function expectedRoot(folder: string): Promise<string> {
  const name = basename(folder)
  const options = {
    cidVersion: 1,
    rawLeaves: true,
    chunker: fixedSize({ chunkSize: 262_144 }),
    layout: balanced({ maxChildrenPerNode: 174 }),
  } as const
  let root = ''
  for await (const { cid, path } of importer(candidates(folder, name), forgetful, options)) {
    if (path === name) root = cid.toString()
  }
  return root
}

async function* candidates(folder: string, name: string): AsyncGenerator<ImportCandidate> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const place = join(entry.parentPath, entry.name)
    const path = join(name, relative(folder, place))
    if (entry.isFile()) yield { path, content: await readFile(place) }
    else if (entry.isDirectory() && (await readdir(place)).length === 0) yield { path }
  }
}
