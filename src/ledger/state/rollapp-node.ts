import type { CID } from '../../codec/cid/cid.ts'
import type { DagValue } from '../../codec/ipld/dag-value.ts'
import { fieldsOf, linkOf, malformedValue, uintOf } from '../blocks/fields.ts'
import type { ValueCodec } from '../trie/node.ts'

/** What a ledger knows of one rollapp. */
export interface RollappNode {
  readonly id: string
  readonly creator: string
  /** As the network's module keeps it: 0, and nothing changes it. */
  readonly version: bigint
  /** How often blocks were reverted. An index is unique only within a revision. */
  readonly revision: bigint
  /** Index of the last record; 0 while there is none. */
  readonly latest: bigint
  /** Index of the last final record; 0 while there is none. All before it are final too. */
  readonly latestFinal: bigint
  readonly maxSequencers: bigint
  /** Who may submit; anyone where the list is empty. */
  readonly permissioned: readonly string[]
  /** The greatest block height that was ever reverted; 0 for none. */
  readonly revertedEnd: bigint
  /** Trie of {@link RevertedUpdate} in the order in which they were reverted. */
  readonly reverted: CID | undefined
  /** Trie from index to {@link UpdateLeaf}. */
  readonly updates: CID | undefined
}

export const RECEIVED = 1
export const FINALIZED = 2

/** Where a record stands. Its own block never changes. */
export interface UpdateLeaf {
  /** The stored record, as it was submitted. */
  readonly update: CID
  readonly status: typeof RECEIVED | typeof FINALIZED
  /** The ledger height at which it became final, or while it is pending, at which it is queued. */
  readonly finalHeight: bigint
}

export interface RevertedUpdate {
  readonly index: bigint
  /** The revision in which it was submitted. */
  readonly revision: bigint
  readonly update: CID
}

export function encodeRollapp(node: RollappNode): DagValue {
  const fields: [string, DagValue][] = [
    ['id', node.id],
    ['creator', node.creator],
    ['version', node.version],
    ['revision', node.revision],
    ['latest', node.latest],
    ['latestFinal', node.latestFinal],
    ['maxSequencers', node.maxSequencers],
    ['permissioned', node.permissioned],
    ['revertedEnd', node.revertedEnd],
    ['reverted', node.reverted ?? null],
    ['updates', node.updates ?? null],
  ]
  return new Map(fields)
}

/** Throws `corrupt`. */
export function decodeRollapp(value: DagValue): RollappNode {
  const fields = fieldsOf(value, 'rollapp node')
  return {
    id: fields.text('id'),
    creator: fields.text('creator'),
    version: fields.uint('version'),
    revision: fields.uint('revision'),
    latest: fields.uint('latest'),
    latestFinal: fields.uint('latestFinal'),
    maxSequencers: fields.uint('maxSequencers'),
    permissioned: fields.list('permissioned').map(textOf),
    revertedEnd: fields.uint('revertedEnd'),
    reverted: fields.linkOrNull('reverted'),
    updates: fields.linkOrNull('updates'),
  }
}

/** Leaves of the updates' trie: `{u, s, f}`. */
export const updateLeaves: ValueCodec<UpdateLeaf> = {
  encode({ update, status, finalHeight }) {
    const fields: [string, DagValue][] = [
      ['u', update],
      ['s', BigInt(status)],
      ['f', finalHeight],
    ]
    return new Map(fields)
  },
  decode(value) {
    // Without the closures of `fieldsOf`: a node holds 32 of these.
    if (!(value instanceof Map)) throw malformedValue('update leaf', 'is no map')
    const status = Number(uintOf(value.get('s'), 'status of a leaf'))
    if (status !== RECEIVED && status !== FINALIZED) throw malformedValue('update leaf', 'status is unknown')
    const update = linkOf(value.get('u'), 'link of a leaf')
    return { update, status, finalHeight: uintOf(value.get('f'), 'height of a leaf') }
  },
}

/** Entries of the reverted updates' trie: `{i, r, u}`. */
export const revertedUpdates: ValueCodec<RevertedUpdate> = {
  encode({ index, revision, update }) {
    const fields: [string, DagValue][] = [
      ['i', index],
      ['r', revision],
      ['u', update],
    ]
    return new Map(fields)
  },
  decode(value) {
    const fields = fieldsOf(value, 'reverted update')
    return { index: fields.uint('i'), revision: fields.uint('r'), update: fields.link('u') }
  },
}

/** A link as the value of a trie. */
export const links: ValueCodec<CID> = {
  encode: (cid) => cid,
  decode: (value) => linkOf(value, 'trie value'),
}

/** A record that waits for its height. */
export interface QueueEntry {
  readonly rollappId: string
  readonly index: bigint
}

/** Entries of a row of the queue: `[rollappId, index]`. */
export const queueEntries: ValueCodec<QueueEntry> = {
  encode: ({ rollappId, index }) => [rollappId, index],
  decode(value) {
    const [rollappId, index] = Array.isArray(value) ? value : []
    return { rollappId: textOf(rollappId), index: uintOf(index, 'queue entry') }
  },
}

function textOf(value: DagValue | undefined): string {
  if (typeof value !== 'string') throw malformedValue('ledger node', 'a text is missing')
  return value
}
