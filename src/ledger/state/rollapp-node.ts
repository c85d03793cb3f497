import type { CID } from '../../codec/cid/cid.ts'
import type { DagValue } from '../../codec/ipld/dag-value.ts'
import { fieldsOf, linkOf, malformedValue, uintOf } from '../blocks/fields.ts'
import type { ValueCodec } from '../trie/node.ts'

/** One rollapp in the ledger. */
export interface RollappNode {
  readonly id: string
  readonly creator: string
  /** Always 0, as in the network's module. */
  readonly version: bigint
  /** Number of reverts. An index is unique only within a revision. */
  readonly revision: bigint
  /** Index of the last record; 0 for none. */
  readonly latest: bigint
  /** Index of the last final record; 0 for none. All earlier records are final too. */
  readonly latestFinal: bigint
  readonly maxSequencers: bigint
  /** Addresses that may submit; anyone when empty. */
  readonly permissioned: readonly string[]
  /** The greatest block height that was ever reverted; 0 for none. */
  readonly revertedEnd: bigint
  /** Trie of {@link RevertedUpdate} in order of reverting. */
  readonly reverted: CID | undefined
  /** Trie from index to {@link UpdateLeaf}. */
  readonly updates: CID | undefined
}

export const RECEIVED = 1
export const FINALIZED = 2

/** The state of a record in the ledger. The record's own block never changes. */
export interface UpdateLeaf {
  /** The stored record, as submitted. */
  readonly update: CID
  readonly status: typeof RECEIVED | typeof FINALIZED
  /** The ledger height at which it became final; while it is pending, the height at which it is queued. */
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

/** Decodes a rollapp. Throws `corrupt`. */
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
    // Avoids the closures of `fieldsOf`, since each node holds 32 leaves.
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

/** A link as a trie value. */
export const links: ValueCodec<CID> = {
  encode: (cid) => cid,
  decode: (value) => linkOf(value, 'trie value'),
}

/** A pending record in the queue. */
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
