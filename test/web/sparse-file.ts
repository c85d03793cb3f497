import { mkdtemp, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file of zeros, in a folder of its own, that takes no room on the disk. Gives its path. */
export async function sparseFile(sizeBytes: number): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'tidepool-sparse-')), 'zeros.bin')
  await writeFile(path, '')
  await truncate(path, sizeBytes)
  return path
}
