import type { StateInfo } from '../../../proto/gen/ledger-schema.ts'
import { cborBlock } from '../../../src/blocks/cbor-block.ts'
import { writeCar } from '../../../src/codec/car/write-car.ts'
import type { CID } from '../../../src/codec/cid/cid.ts'
import type { DagValue } from '../../../src/codec/ipld/dag-value.ts'
import { storedRecordBlock } from '../../../src/ledger/blocks/record-block.ts'
import type { Ledger } from '../../../src/ledger/ledger.ts'
import { type Claim, proofCar, proveUpdate } from '../../../src/ledger/proof/prove-update.ts'
import { encodeRecord } from '../../../src/ledger/records/encode-record.ts'
import {
  encodeRollapp,
  links,
  type RollappNode,
  type UpdateLeaf,
  updateLeaves,
} from '../../../src/ledger/state/rollapp-node.ts'
import { encodeRoot, FIRST_ROOT, type LedgerRoot } from '../../../src/ledger/state/root.ts'
import { emptyNode, encodeNode } from '../../../src/ledger/trie/node.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import { ADDRESS, ROLLAPP } from './ledger-of.ts'

export interface MadeProof {
  readonly car: Uint8Array
  readonly root: CID
}

/** The proof that a ledger gives of a claim under its newest root. */
export async function proofOf(ledger: Ledger, claim: Claim): Promise<MadeProof> {
  const state = await ledger.open()
  const proof = await proveUpdate(state, claim)
  return { car: await joined(proofCar(state, proof)), root: state.cid }
}

/** What a liar puts into a proof whose hashes are right all the same; the rest is honest. */
export interface Forgery {
  readonly record?: Partial<StateInfo>
  /** The record's block in place of the one that is made. */
  readonly recordBlock?: Block
  readonly leaf?: Partial<UpdateLeaf>
  /** Changes the value of the updates' trie. */
  readonly updates?: (node: DagValue) => DagValue
  readonly rollapp?: Partial<RollappNode>
  readonly root?: Partial<LedgerRoot>
  readonly inside?: (rollapp: Block) => Promise<Block>
}

const HEIGHT = 9n

/** Record 1 of {@link ROLLAPP}, blocks 1 and 2, final since ledger height 7, in a ledger that is at 9. */
export async function forgedProof(forgery: Forgery = {}): Promise<MadeProof> {
  const record =
    forgery.recordBlock ?? (await storedRecordBlock(encodeRecord('StateInfo', recordOf(forgery))))
  const leaf: UpdateLeaf = { update: record.cid, status: 2, finalHeight: 7n, ...forgery.leaf }
  const updatesNode = emptyNode<UpdateLeaf>(0)
  updatesNode.values.set(1, leaf)
  updatesNode.count = 1
  const updates = await cborBlock(
    forgery.updates?.(encodeNode(updatesNode, updateLeaves)) ?? encodeNode(updatesNode, updateLeaves),
  )
  const made = await cborBlock(
    encodeRollapp({
      ...{ id: ROLLAPP, creator: ADDRESS, version: 0n, revision: 0n, latest: 1n, latestFinal: 1n },
      ...{ maxSequencers: 0n, permissioned: [], revertedEnd: 0n, reverted: undefined },
      updates: updates.cid,
      ...forgery.rollapp,
    }),
  )
  const rollapp = (await forgery.inside?.(made)) ?? made
  const rollapps = await rollappsTrie(rollapp.cid)
  const top = rollapps[0]?.cid
  const root = await cborBlock(encodeRoot({ ...FIRST_ROOT, height: HEIGHT, rollapps: top, ...forgery.root }))
  return { car: await carOf([root, ...rollapps, rollapp, updates, record]), root: root.cid }
}

function recordOf({ record }: Forgery): StateInfo {
  const BD = [1n, 2n].map((height) => ({
    height,
    stateRoot: new Uint8Array(32).fill(Number(height)),
    intermediateStatesRoot: new Uint8Array(32),
  }))
  return {
    stateInfoIndex: { rollappId: ROLLAPP, index: 1n },
    ...{ sequencer: ADDRESS, startHeight: 1n, numBlocks: 2n, DAPath: '', version: 0n, creationHeight: 4n },
    ...{ status: 1, BDs: { BD }, ...record },
  }
}

/** The nodes for the single key 1234, which has three digits, from the top down. */
async function rollappsTrie(rollapp: CID): Promise<Block[]> {
  const blocks: Block[] = []
  const slots = [1234 & 31, (1234 >> 5) & 31, (1234 >> 10) & 31]
  let below = rollapp
  for (const [level, slot] of slots.entries()) {
    const node = emptyNode<CID>(level)
    if (level === 0) node.values.set(slot, below)
    else node.children.set(slot, { link: below, node: undefined })
    node.count = 1
    const block = await cborBlock(encodeNode(node, links))
    blocks.unshift(block)
    below = block.cid
  }
  return blocks
}

/** A CAR whose root is the first of the blocks. */
export async function carOf(blocks: readonly Block[]): Promise<Uint8Array> {
  async function* read() {
    yield* blocks
  }
  return joined(
    writeCar(
      blocks.slice(0, 1).map(({ cid }) => cid),
      read(),
    ),
  )
}

async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: number[] = []
  for await (const chunk of chunks) all.push(...chunk)
  return Uint8Array.from(all)
}
