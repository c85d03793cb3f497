import type { CID } from '../../../codec/cid/cid.ts'
import { decodeDagCbor } from '../../../codec/dag-cbor/decode-dag-cbor.ts'
import type { DagValue } from '../../../codec/ipld/dag-value.ts'
import { attempt } from '../../../errors.ts'
import type { Commit } from '../../model/commit.ts'
import type { Uid } from '../../model/records.ts'
import { readRecord } from '../blocks/record-block.ts'
import { readTreeNode } from '../tree/tree-node.ts'
import { readCommit } from './commit.ts'

/** What a block of a calendar is about. */
export interface CalendarBlock {
  /** Uids of the records it is a version of, changes, or finds. */
  readonly uids: readonly Uid[]
  /** Of a commit. */
  readonly commit?: Commit
  /** The tree below the node of a search tree that has no keys. */
  readonly onlyBelow?: CID
  /** True for a version of a category or tag, which may be removed for good: then its uid is nobody's. */
  readonly isTerm?: boolean
}

/** Reads a block as one of a calendar, of any; `undefined` for all others. Costs no more than to decode it. */
export function readCalendarBlock(bytes: Uint8Array): CalendarBlock | undefined {
  const value = attempt(() => decodeDagCbor(bytes))
  if (!(value instanceof Map)) return undefined
  if (value.has('changes')) return attempt(() => ofCommit(readCommit(value)))
  if (value.has('e')) return attempt(() => ofTree(value))
  const uid = value.get('uid')
  if (typeof uid !== 'string') return undefined
  return { uids: [uid], isTerm: attempt(() => readRecord('categories', value)) !== undefined }
}

function ofCommit(commit: Commit): CalendarBlock {
  return { uids: commit.changes.map(({ uid }) => uid), commit }
}

function ofTree(value: DagValue): CalendarBlock {
  const { keys, below } = readTreeNode(value)
  const [first] = below
  const uids = keys.map((key) => key.slice(key.indexOf('/') + 1))
  return { uids, ...(uids.length === 0 && first && { onlyBelow: first }) }
}
