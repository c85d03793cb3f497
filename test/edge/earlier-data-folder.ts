import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { unpackTar } from 'modern-tar/fs'
import { temporaryFolder } from './run-starter.ts'

const FIXTURE = join(import.meta.dirname, '../fixtures/data-folder')

/** What the earlier build answered about its data, as the README of the fixture describes it. */
export interface EarlierFacts {
  readonly files: Readonly<
    Record<string, { readonly cid: string; readonly sizeBytes: number; readonly sha256: string }>
  >
  readonly folder: { readonly cid: string; readonly entries: Readonly<Record<string, string>> }
  readonly node: string
  readonly pins: readonly (readonly [cid: string, type: string])[]
  readonly blocks: readonly string[]
  readonly stat: { readonly NumObjects: number; readonly RepoSize: number }
  readonly events: readonly { readonly id: number; readonly title: string }[]
  readonly ledger: { readonly root: string; readonly height: string }
  readonly id: string
}

/** A copy of the data folder that an earlier build left, removed after the test, and what that build answered. */
export async function earlierDataFolder(): Promise<{
  readonly dataFolder: string
  readonly facts: EarlierFacts
}> {
  const dataFolder = temporaryFolder()
  await pipeline(createReadStream(join(FIXTURE, 'data.tar.gz')), createGunzip(), unpackTar(dataFolder))
  return { dataFolder, facts: JSON.parse(await readFile(join(FIXTURE, 'facts.json'), 'utf8')) }
}
