import { type CID, parseCid } from '../../codec/cid/cid.ts'
import { decodeDagCbor } from '../../codec/dag-cbor/decode-dag-cbor.ts'
import { encodeDagCbor } from '../../codec/dag-cbor/encode-dag-cbor.ts'
import type { DagMap, DagValue } from '../../codec/ipld/dag-value.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Block } from '../../ports/blockstore.ts'
import { fieldsOf, malformedValue } from '../blocks/fields.ts'
import { type BlockReader, loadLedgerBlock } from '../blocks/load-block.ts'
import { type LedgerBlocks, loadValue } from '../blocks/load-value.ts'
import { DEFAULT_PARAMS, decodeParams, encodeParams, type LedgerParams } from './params.ts'

/** The state of a ledger after one operation. */
export interface LedgerRoot {
  /** Stands for the height of a settlement chain; it only grows. */
  readonly height: bigint
  readonly params: LedgerParams
  /** Trie from the EIP155 number of a rollapp to its node; absent while there is none. */
  readonly rollapps: CID | undefined
  /** Trie from a ledger height to the records that are queued there; absent while none is. */
  readonly queue: CID | undefined
  /** The root before; absent in the first one. */
  readonly prev: CID | undefined
  /** What the operation was; its `type` says which. */
  readonly op: DagMap
}

const VERSION = 1n

/** The root of a ledger in which nothing has happened. */
export const FIRST_ROOT: LedgerRoot = {
  height: 0n,
  params: DEFAULT_PARAMS,
  rollapps: undefined,
  queue: undefined,
  prev: undefined,
  op: new Map([['type', 'begin']]),
}

/** The block of {@link FIRST_ROOT}: the same on every node, so that its name is known before it is hashed.
 * Marked as pure, so that bundles which read roots alone go without what it takes. */
export const FIRST_BLOCK: Block = {
  cid: /* @__PURE__ */ parseCid('bafyreiexbnn5yyw4vmwuuahhlxszsdbcvn5kquefbhjdh7u46jk5rhsige'),
  bytes: /* @__PURE__ */ encodeDagCbor(/* @__PURE__ */ encodeRoot(FIRST_ROOT)),
}

export function encodeRoot({ height, params, rollapps, queue, prev, op }: LedgerRoot): DagValue {
  const fields: [string, DagValue][] = [
    ['v', VERSION],
    ['height', height],
    ['params', encodeParams(params)],
    ['rollapps', rollapps ?? null],
    ['queue', queue ?? null],
    ['prev', prev ?? null],
    ['op', op],
  ]
  return new Map(fields)
}

/** Throws `corrupt`. */
export function decodeRoot(bytes: Uint8Array): LedgerRoot {
  return rootOf(decodeDagCbor(bytes))
}

function rootOf(value: DagValue): LedgerRoot {
  const fields = fieldsOf(value, NAME)
  if (fields.uint('v') !== VERSION) throw malformedValue(NAME, `version is not ${VERSION}`)
  return {
    height: fields.uint('height'),
    params: decodeParams(fields.map('params')),
    rollapps: fields.linkOrNull('rollapps'),
    queue: fields.linkOrNull('queue'),
    prev: fields.linkOrNull('prev'),
    op: fields.map('op'),
  }
}

/** Reads a root, which is the first one or a held block. Throws `corrupt`, and 3005 when it is not held. */
export async function loadRoot(blocks: BlockReader, cid: CID, options: AbortOptions): Promise<LedgerRoot> {
  if (cid.equals(FIRST_BLOCK.cid)) return FIRST_ROOT
  return decodeRoot(await loadLedgerBlock(blocks, cid, options))
}

/** Reads the newest root, which is always held, and keeps it in memory: every read and every change begins there. */
export async function loadNewestRoot(
  blocks: LedgerBlocks,
  cid: CID,
  options: AbortOptions,
): Promise<LedgerRoot> {
  return cid.equals(FIRST_BLOCK.cid) ? FIRST_ROOT : rootOf(await loadValue(blocks, cid, options))
}

const NAME = 'ledger root'
