import { DAG_PB_CODEC } from '../codec/cid/cid.ts'
import type { StoredObject } from './open-object.ts'

/** Sizes of one node, in bytes. */
export interface ObjectSizes {
  readonly links: number
  readonly blockBytes: number
  /** The block without the data field: links and what frames the fields. */
  readonly linksBytes: number
  readonly dataBytes: number
  /** Of the block and, as its links say, of everything below it. */
  readonly cumulativeBytes: number
}

/** Spec: RPC document, `/object/stat`. Spec gap: a block of another codec than dag-pb is all data. */
export function statObject({ cid, bytes, data, links }: StoredObject): ObjectSizes {
  const dataBytes = cid.code === DAG_PB_CODEC ? data.byteLength : bytes.byteLength
  return {
    links: links.length,
    blockBytes: bytes.byteLength,
    linksBytes: bytes.byteLength - dataBytes,
    dataBytes,
    cumulativeBytes: links.reduce((sum, { sizeBytes }) => sum + sizeBytes, bytes.byteLength),
  }
}
