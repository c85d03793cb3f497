import { type CID, parseCid } from '../../codec/cid/cid.ts'
import { decodeDagCbor } from '../../codec/dag-cbor/decode-dag-cbor.ts'
import { encodeDagCbor } from '../../codec/dag-cbor/encode-dag-cbor.ts'
import type { DagMap, DagValue } from '../../codec/ipld/dag-value.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Block } from '../../ports/blockstore.ts'
import { fieldsOf, malformedValue } from '../blocks/fields.ts'
import type { BlockReader } from '../blocks/load-block.ts'
import { type LedgerBlocks, loadValue, readLedgerValue } from '../blocks/load-value.ts'
import { DEFAULT_PARAMS, decodeParams, encodeParams, type LedgerParams } from './params.ts'

/** The state of a ledger after one operation. */
export interface LedgerRoot {
  /** Corresponds to the height of a settlement chain; it only grows. */
  readonly height: bigint
  readonly params: LedgerParams
  /** Trie from EIP155 number to rollapp; absent without rollapps. */
  readonly rollapps: CID | undefined
  /** Trie from ledger height to queued records; absent when none is queued. */
  readonly queue: CID | undefined
  /** The previous root; absent in the first one. */
  readonly prev: CID | undefined
  /** Description of the operation; `type` names it. */
  readonly op: DagMap
}

const VERSION = 1n

/** The root of a new ledger. */
export const FIRST_ROOT: LedgerRoot = {
  height: 0n,
  params: DEFAULT_PARAMS,
  rollapps: undefined,
  queue: undefined,
  prev: undefined,
  op: new Map([['type', 'begin']]),
}

/**
 * The block of {@link FIRST_ROOT}. It is the same on every node, so its CID is a constant. Marked as pure, so that
 * bundles which only read roots can drop it.
 */
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

/** Decodes a root. Throws `corrupt`. */
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

/** Reads a root: the first one, or a stored block. Throws `corrupt`, and 3005 when it is missing. */
export async function loadRoot(blocks: BlockReader, cid: CID, options: AbortOptions): Promise<LedgerRoot> {
  if (cid.equals(FIRST_BLOCK.cid)) return FIRST_ROOT
  return rootOf(await readLedgerValue(blocks, cid, options))
}

/** Reads the newest root through the cache, since every read and change begins with it. It is always stored. */
export async function loadNewestRoot(
  blocks: LedgerBlocks,
  cid: CID,
  options: AbortOptions,
): Promise<LedgerRoot> {
  return cid.equals(FIRST_BLOCK.cid) ? FIRST_ROOT : rootOf(await loadValue(blocks, cid, options))
}

const NAME = 'ledger root'
