import type { Options } from '../../src/rpc/client.ts'

/** Options of `add` that decide CIDs: the profiles, and what else changes leaves, hashes, layouts and chunks. */
export const CID_OPTIONS: readonly Options<'add'>[] = [
  {},
  { profile: 'unixfs-v0-2015' },
  { profile: 'unixfs-v1-2025' },
  { 'cid-version': 1 },
  { 'cid-version': 1, 'raw-leaves': false },
  { 'raw-leaves': true },
  { hash: 'blake2b-256' },
  { trickle: true, 'cid-version': 1 },
  { chunker: 'buzhash', 'cid-version': 1 },
  { inline: true },
  { 'wrap-with-directory': true, profile: 'unixfs-v1-2025' },
]

/** The same options as a query. */
export function queryOf(options: Options<'add'>): string {
  return new URLSearchParams(
    Object.entries(options).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
}
