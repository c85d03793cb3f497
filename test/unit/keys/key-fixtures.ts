import { readFileSync } from 'node:fs'
import { namedRow } from '../../../src/keys/key-rows.ts'
import type { Datastore } from '../../../src/ports/datastore.ts'
import keys from '../../fixtures/keys/keys.json' with { type: 'json' }

export const bytesOf = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

/** A file of `test/fixtures/keys`, by its path there. */
export const keyFile = (path: string) =>
  readFileSync(new URL(`../../fixtures/keys/${path}`, import.meta.url), 'utf8')

/** What a server of the network answers for some of the files. */
export const reference = keys.reference

/** Flips one bit in the row of a key: by default in its form, at byte 40 in the encrypted secret. */
export async function damageRow(
  datastore: Pick<Datastore, 'get' | 'batch'>,
  name: string,
  at = 3,
): Promise<void> {
  const [key, row] = [namedRow(name), await datastore.get(namedRow(name))]
  if (!row) throw new Error(`no key ${name}`)
  const value = row.with(at, (row.at(at) ?? 0) ^ 1)
  await datastore.batch([{ type: 'put', key, value }])
}
