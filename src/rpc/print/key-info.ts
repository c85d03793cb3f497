import type * as z from 'zod/mini'
import type { MultibaseCodec } from '../../codec/cid/multibase.ts'
import { formatPeerId } from '../../codec/cid/peer-id.ts'
import type { RemovedKey } from '../../keys/keys.ts'
import type { KeyInfo, KeyList } from '../shapes/names.ts'

/** Maximum size of data to sign, which is held in memory: Web Crypto cannot sign streams. */
export const MAX_SIGNED_BYTES = 16 * 1024 * 1024

/** Formats a key for the wire. The id of a damaged one, which is not known, is empty. */
export function keyInfo(
  { name, peerId }: RemovedKey,
  base: MultibaseCodec<string> | undefined,
): z.input<typeof KeyInfo> {
  return { Name: name, Id: peerId ? formatPeerId(peerId, base) : '' }
}

/** Converts the size of a key: the reference uses -1 for its default. */
export function sizeOf(size: number | undefined): number | undefined {
  return size === -1 ? undefined : size
}

/** Formats names one a line. With `l`, ids and names in columns. */
export function keysText(
  { Keys: keys }: z.infer<typeof KeyList>,
  { options: { l } }: { readonly options: { readonly l?: boolean | undefined } },
): string {
  if (!l) return keys.map(({ Name }) => `${Name}\n`).join('')
  const width = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => [...text].length)) + 1
  const idWidth = width(keys.map(({ Id }) => Id))
  const nameWidth = width(keys.map(({ Name }) => Name))
  const pad = (text: string, to: number) => text + ' '.repeat(to - [...text].length)
  return keys.map(({ Name, Id }) => `${pad(Id, idWidth)}${pad(Name, nameWidth)}\n`).join('')
}
