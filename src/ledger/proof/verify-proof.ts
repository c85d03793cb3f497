import type { BlockDescriptor, StateInfo } from '../../../proto/gen/ledger-schema.ts'
import { equalBytes } from '../../codec/bytes/bytes.ts'
import { CID, DAG_CBOR_CODEC, RAW_CODEC } from '../../codec/cid/cid.ts'
import { decodeDagCbor } from '../../codec/dag-cbor/decode-dag-cbor.ts'
import { isDomainError } from '../../errors.ts'
import { parseRollappId } from '../identifiers/rollapp-id.ts'
import { decodeRecord } from '../records/decode-record.ts'
import { encodeRecord } from '../records/encode-record.ts'
import {
  decodeRollapp,
  FINALIZED,
  links,
  RECEIVED,
  type RollappNode,
  type UpdateLeaf,
  updateLeaves,
} from '../state/rollapp-node.ts'
import { decodeRoot, type LedgerRoot } from '../state/root.ts'
import { decodeNode, type ValueCodec } from '../trie/node.ts'
import { levelOf, slotOf } from '../trie/slots.ts'
import { type ProofBlocks, proofBlocks, proofRefused } from './proof-blocks.ts'

/** The statement that a proof has to prove. */
export interface ProofClaim {
  /** A ledger root that the caller trusts. */
  readonly root: CID | string
  readonly rollappId: string
  readonly index: bigint
  /** A block height that the record must cover; its descriptor is returned. */
  readonly height?: bigint
  /** The state root that the block at `height` must have. */
  readonly stateRoot?: Uint8Array
  /** True requires the record to be final under the root. */
  readonly final?: boolean
}

export interface ProvedRecord {
  readonly isProved: true
  /** The record as submitted. The status in it never changes. */
  readonly record: StateInfo
  /** CID of the record's block: its permanent identifier. */
  readonly update: string
  /** True when the record is final under the root. */
  readonly isFinal: boolean
  /** The ledger height at which the record became final; while it is pending, the height at which it is queued. */
  readonly finalHeight: bigint
  /** Ledger height of the root. */
  readonly ledgerHeight: bigint
  /** Descriptor of the block at `height`; absent when no height was claimed. */
  readonly descriptor?: BlockDescriptor
}

export interface RefusedProof {
  readonly isProved: false
  readonly reason: string
}

/**
 * Verifies a proof: that each block has the hash which the previous block links to, from the root down to the
 * record, and that their contents are consistent. A pure function without I/O or state. Never throws for any
 * content of the CAR, nor for a claim with fields of wrong types: `reason` says what is wrong.
 *
 * The CAR must contain exactly these blocks in this order: root, nodes of the rollapps' trie from the top down,
 * rollapp, nodes of the updates' trie, record. Spec gap: the document shows no proofs.
 */
export function verifyProof(car: Uint8Array, claim: ProofClaim): ProvedRecord | RefusedProof {
  try {
    return verify(car, claim)
  } catch (error) {
    if (isDomainError(error)) return { isProved: false, reason: error.message }
    throw error
  }
}

function verify(car: Uint8Array, claim: ProofClaim): ProvedRecord {
  checkTypes(car, claim)
  const cid = rootOf(claim)
  const key = parseRollappId(claim.rollappId)
  if (key?.id !== claim.rollappId || claim.index < 1n) throw proofRefused('the claim names no record')
  const blocks = proofBlocks(car, cid)
  const root = decodeRoot(takeNode(blocks, cid))
  const rollapp = decodeRollapp(
    decodeDagCbor(takeNode(blocks, takeValue(blocks, { top: root.rollapps, key: key.eip155, codec: links }))),
  )
  if (rollapp.id !== claim.rollappId) throw proofRefused('the rollapp is another')
  const leaf = takeValue(blocks, { top: rollapp.updates, key: claim.index, codec: updateLeaves })
  checkLeaf(leaf, { root, rollapp, claim })
  const record = takeRecord(blocks, leaf)
  blocks.end()
  checkRecord(record, { root, leaf, claim })
  const descriptor = claim.height === undefined ? undefined : descriptorOf(record, claim.height)
  if (claim.stateRoot && !(descriptor && equalBytes(descriptor.stateRoot, claim.stateRoot)))
    throw proofRefused('the block has another state root')
  return {
    isProved: true,
    record,
    update: leaf.update.toString(),
    isFinal: leaf.status === FINALIZED,
    finalHeight: leaf.finalHeight,
    ledgerHeight: root.height,
    ...(descriptor && { descriptor }),
  }
}

/** Checks the types of the arguments, for callers without TypeScript. */
function checkTypes(
  car: unknown,
  claim: { readonly [Part in keyof ProofClaim]?: unknown } | null | undefined,
): void {
  if (typeof claim !== 'object' || claim === null) throw proofRefused('the claim must be an object')
  const { rollappId, index, height, stateRoot } = claim
  const isNumber = (value: unknown) => typeof value === 'bigint'
  if (!isBytes(car) || (stateRoot !== undefined && !isBytes(stateRoot)))
    throw proofRefused('the proof and the claimed state root must be Uint8Arrays')
  if (typeof rollappId !== 'string') throw proofRefused('the claimed rollappId must be a text')
  if (!isNumber(index) || (height !== undefined && !isNumber(height)))
    throw proofRefused('the claimed index and height must be bigints, such as 1n')
}

function isBytes(value: unknown): boolean {
  return value instanceof Uint8Array
}

function rootOf({ root }: ProofClaim): CID {
  try {
    const cid = typeof root === 'string' ? CID.parse(root) : CID.asCID(root)
    if (cid) return cid
  } catch {
    // Not a CID: refused below.
  }
  throw proofRefused('the claimed root must be a CID or its text')
}

function takeNode(blocks: ProofBlocks, cid: CID): Uint8Array {
  if (cid.code !== DAG_CBOR_CODEC) throw proofRefused(`link ${cid} is not to dag-cbor`)
  return blocks.take(cid)
}

interface Lookup<Value> {
  readonly top: CID | undefined
  readonly key: bigint
  readonly codec: ValueCodec<Value>
}

/** Descends a trie by the digits of the key, which determine the path. */
function takeValue<Value>(blocks: ProofBlocks, { top, key, codec }: Lookup<Value>): Value {
  let level: number | undefined
  for (let link = top; link; ) {
    const node = decodeNode(decodeDagCbor(takeNode(blocks, link)), { codec, level })
    if (level === undefined && levelOf(key) > node.level) break
    if (node.level === 0) {
      const value = node.values.get(slotOf(key, 0))
      if (value === undefined) break
      return value
    }
    link = node.children.get(slotOf(key, node.level))?.link
    level = node.level - 1
  }
  throw proofRefused(`there is no value under key ${key}`)
}

interface CheckContext {
  readonly root: LedgerRoot
  readonly claim: ProofClaim
}

function checkLeaf(
  { status, finalHeight }: UpdateLeaf,
  { root, rollapp, claim }: CheckContext & { readonly rollapp: RollappNode },
): void {
  const isFinal = status === FINALIZED
  if (claim.index > rollapp.latest) throw proofRefused('the record is beyond the latest')
  if (isFinal !== claim.index <= rollapp.latestFinal)
    throw proofRefused('status and latest final record disagree')
  if (isFinal && finalHeight > root.height) throw proofRefused('the record is final before its height')
  if (claim.final && !isFinal) throw proofRefused('the record is pending')
}

/** Reads the record. Only the canonical encoding is accepted. */
function takeRecord(blocks: ProofBlocks, { update }: UpdateLeaf): StateInfo {
  if (update.code !== RAW_CODEC) throw proofRefused(`link ${update} is not to raw bytes`)
  const bytes = blocks.take(update)
  const record = decodeRecord('StateInfo', bytes, { strict: true })
  if (!equalBytes(encodeRecord('StateInfo', record), bytes))
    throw proofRefused('the record is not in its stored form')
  return record
}

const ROOT_BYTES = 32

/** Repeats the checks that every ledger makes before it accepts a record, as far as the record alone allows. */
function checkRecord(
  record: StateInfo,
  { root, leaf, claim }: CheckContext & { readonly leaf: UpdateLeaf },
): void {
  const { stateInfoIndex, startHeight, numBlocks, creationHeight, status, BDs } = record
  if (stateInfoIndex.rollappId !== claim.rollappId || stateInfoIndex.index !== claim.index)
    throw proofRefused('the record is another')
  if (status !== RECEIVED) throw proofRefused('the record was not received')
  if (creationHeight > root.height || creationHeight > leaf.finalHeight)
    throw proofRefused('the record is younger than the ledger')
  if (startHeight === 0n || numBlocks === 0n || BigInt(BDs.BD.length) !== numBlocks)
    throw proofRefused('the record has another number of blocks')
  for (const [at, { height, stateRoot, intermediateStatesRoot }] of BDs.BD.entries()) {
    if (height !== startHeight + BigInt(at)) throw proofRefused('the blocks of the record are out of order')
    if (stateRoot.byteLength !== ROOT_BYTES || intermediateStatesRoot.byteLength !== ROOT_BYTES)
      throw proofRefused('a root of the record is not of 32 bytes')
  }
}

function descriptorOf({ BDs }: StateInfo, height: bigint): BlockDescriptor {
  const found = BDs.BD.find((descriptor) => descriptor.height === height)
  if (!found) throw proofRefused(`the record does not cover height ${height}`)
  return found
}
