import { encode } from '@ipld/dag-cbor'
import { CID } from 'multiformats/cid'
import { sha256 } from 'multiformats/hashes/sha2'
import type { StoredBlock } from './stored-tree.ts'

/** A raw block of this content. */
export async function rawBlock(content: string | Uint8Array): Promise<StoredBlock> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return { cid: CID.createV1(0x55, await sha256.digest(bytes)), bytes }
}

/** A dag-cbor block of this value. */
export async function cborBlock(value: unknown): Promise<StoredBlock> {
  const bytes = encode(value)
  return { cid: CID.createV1(0x71, await sha256.digest(bytes)), bytes }
}

/** A CAR of version 1, written without regard to what it says. */
export async function carOf(
  roots: readonly CID[],
  blocks: readonly StoredBlock[],
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces = [carStart(roots), ...blocks.flatMap(carSection)]
  return new Uint8Array(await new Blob(pieces.map((piece) => piece.slice())).arrayBuffer())
}

/** The header of a CAR, its length before it. */
export function carStart(roots: readonly CID[]): Uint8Array {
  const header = encode({ version: 1, roots })
  return Uint8Array.from([...varint(header.byteLength), ...header])
}

/** One section, in pieces: its length, the CID and the bytes. */
export function carSection({ cid, bytes }: StoredBlock): Uint8Array[] {
  return [varint(cid.bytes.byteLength + bytes.byteLength), cid.bytes, bytes]
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 0x80)) {
    if (rest < 0x80) return Uint8Array.from([...bytes, rest])
    bytes.push((rest % 0x80) | 0x80)
  }
}
