import type { PackPlace } from '../../src/ports/pack-files.ts'

/** A block that the object lets anonymous clients read. */
export interface PublicBlock {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Absent for a block that is in no pack. */
  readonly place: PackPlace | undefined
}

/** How the object looks for a block. */
export interface PublicBlockOptions {
  /** True for a block that the object holds. Otherwise it may fetch one. */
  readonly offline: boolean
}

/** The object's answer for a block that anonymous clients may read: the place of its bytes, or the bytes themselves. */
export interface BlockRecord {
  /** When the record expires, in milliseconds since the Unix epoch. */
  readonly untilMs: number
  readonly sizeBytes: number
  /** Absent when the record has the bytes. */
  readonly place?: PackPlace | undefined
  /** The bytes of a block that is in no pack. */
  readonly bytes?: Uint8Array | undefined
}

/** Records near the readers. They are copies: a record that is absent, late or wrong costs time and nothing else. */
export interface BlockRecords {
  /** The record of a key of `blockKey`. `undefined` for none, and for one that has expired. */
  find(key: string): Promise<BlockRecord | undefined>
  /** Rejects when the namespace takes no more, such as a second write of a key within a second. */
  keep(key: string, record: BlockRecord): Promise<void>
}

/** The bytes of public blocks in the cache of the data center, each until its record expires. */
export interface BlockCache {
  /** The bytes, which are not verified. */
  find(key: string): Promise<Uint8Array | undefined>
  keep(key: string, bytes: Uint8Array<ArrayBuffer>, untilMs: number): Promise<void>
}
