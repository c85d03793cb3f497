import { cborBlock } from '../blocks/cbor-block.ts'
import { blockLimitBytes } from '../blocks/collect-block.ts'
import { CID, DAG_CBOR_CODEC } from '../codec/cid/cid.ts'
import { decodeDagCbor } from '../codec/dag-cbor/decode-dag-cbor.ts'
import { type DagValue, isList } from '../codec/ipld/dag-value.ts'
import { DomainError } from '../errors.ts'
import type { Block } from '../ports/blockstore.ts'
import { BACKUP_KIND } from './backup-head.ts'

/** The contents of the root block of a backup. */
export interface Manifest {
  /** Time at which the rows were read, in milliseconds since the Unix epoch. */
  readonly createdMs: number
  /** For each part of the node, the blocks with its rows, in the order of their keys. */
  readonly parts: ReadonlyMap<string, readonly CID[]>
}

/** Maximum size of a block in a backup: that of a block that any node stores. */
export const MAX_BACKUP_BLOCK_BYTES = blockLimitBytes({ allowBig: true })

/** The part of a backup that has the private keys, in one block. */
export const KEYS_PART = 'keys'

/** Characters of the shortest password of private keys: a holder of the file can try passwords without a limit. */
export const MIN_PASSWORD_CHARACTERS = 8

const VERSION = 1n

/** The root block of a backup, in dag-cbor. */
export function manifestBlock({ createdMs, parts }: Manifest): Promise<Block> {
  const fields: [string, DagValue][] = [
    ['kind', BACKUP_KIND],
    ['version', VERSION],
    ['createdMs', BigInt(createdMs)],
    ['parts', new Map(parts)],
  ]
  return cborBlock(new Map(fields))
}

/** Decodes a manifest. Throws `invalid-argument` for another block, `unsupported` for a later version. */
export function decodeManifest(cid: CID, bytes: Uint8Array): Manifest {
  const value = cid.code === DAG_CBOR_CODEC ? decodeDagCbor(bytes) : undefined
  if (!(value instanceof Map) || value.get('kind') !== BACKUP_KIND)
    throw noBackup('its root is no list of parts')
  const version = value.get('version')
  if (version !== VERSION) {
    throw new DomainError('unsupported', `Cannot restore backup: version ${version} is unknown to this build`)
  }
  const [createdMs, parts] = [value.get('createdMs'), value.get('parts')]
  if (typeof createdMs !== 'bigint' || !(parts instanceof Map)) throw noBackup('its root lacks a field')
  return { createdMs: Number(createdMs), parts: new Map([...parts].map(([name, at]) => [name, linksOf(at)])) }
}

/** The error for a file that is no backup. */
export function noBackup(reason: string): DomainError {
  return new DomainError('invalid-argument', `Cannot restore backup: ${reason}`)
}

function linksOf(value: DagValue): readonly CID[] {
  if (!isList(value)) throw noBackup('its root has a part without rows')
  return value.map((link) => CID.asCID(link) ?? fail())
}

function fail(): never {
  throw noBackup('its root has a part whose rows are no links')
}
