import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** More than any machine adds while a test runs, so that what is under way can be stopped. */
export const ENDLESS_BYTES = 200_000_000_000

/** A file of zeros, in a folder of its own until the test is over, that takes no room on the disk. Gives its path. */
export async function sparseFile(sizeBytes: number): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'tidepool-sparse-')), 'zeros.bin')
  onTestFinished(() => rm(dirname(path), { recursive: true }))
  await writeFile(path, '')
  await truncate(path, sizeBytes)
  return path
}
