import { readFileSync } from 'node:fs'
import keys from '../../fixtures/keys/keys.json' with { type: 'json' }

export const bytesOf = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

/** A file of `test/fixtures/keys`, by its path there. */
export const keyFile = (path: string) =>
  readFileSync(new URL(`../../fixtures/keys/${path}`, import.meta.url), 'utf8')

/** What a server of the network answers for some of the files. */
export const reference = keys.reference
