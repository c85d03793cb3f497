import type { MsgUpdateState } from '../../../proto/gen/ledger-schema.ts'
import { createSequencer, type Sequencer } from '../../../src/audit/sequencer.ts'
import { createPublicBlocks, type PublicBlocks } from '../../../src/blocks/public.ts'
import type { Calendar, Commit } from '../../../src/calendar/model/calendar.ts'
import { commitBlock } from '../../../src/calendar/store/commits/commit.ts'
import { isHiddenRecord } from '../../../src/calendar/store/record-block.ts'
import { writeCar } from '../../../src/codec/car/write-car.ts'
import type { CID } from '../../../src/codec/cid/cid.ts'
import { createContentLock } from '../../../src/content-lock/content-lock.ts'
import { createLedger, type Ledger } from '../../../src/ledger/ledger.ts'
import { createLedgerHead, type LedgerHead } from '../../../src/ledger/state/ledger-head.ts'
import type { Ports } from '../../../src/node/create.ts'
import { createDagWalk } from '../../../src/pins/dag-walk.ts'
import type { Block, Blockstore } from '../../../src/ports/blockstore.ts'
import { addContent } from '../../../src/unixfs/add/add.ts'
import { memoryCalendar } from '../calendar/memory-calendar.ts'
import { memoryPorts } from '../memory-ports.ts'

/** A node with calendar, ledger and sequencer, whose owner can reach below the services. */
export interface Edge {
  readonly ports: Ports
  readonly blockstore: Blockstore
  readonly publicBlocks: PublicBlocks
  readonly calendar: Calendar
  readonly ledger: Ledger
  readonly sequencer: Sequencer
  /** The way past every check of the ledger. */
  readonly head: LedgerHead
}

export const BATCH_COMMITS = 4

/** A public key whose private key does not exist. */
export const IDENTITY = { firstPublicKey: Uint8Array.of(8, 1, 18, 1, 7) }

/** Keys without a restored identity. */
export const KEYS = { firstPublicKey: async () => IDENTITY.firstPublicKey }

export async function edge(options: Partial<Ports> = {}): Promise<Edge> {
  const ports = memoryPorts(options)
  const walk = createDagWalk(ports.blockstore)
  const calendar = memoryCalendar(ports)
  const ledger = createLedger({ ...ports, walk, contentLock: createContentLock(ports) })
  const identity = IDENTITY
  const publicBlocks = createPublicBlocks({
    source: ports.blockstore,
    hides: async () => ({ calendar: isHiddenRecord }),
  })
  const sequencer = await createSequencer({
    ...ports,
    publicBlocks,
    calendar,
    ledger,
    identity,
    keys: KEYS,
    batchCommits: BATCH_COMMITS,
  })
  const { blockstore } = ports
  return { ports, blockstore, publicBlocks, calendar, ledger, sequencer, head: createLedgerHead(ports) }
}

/** What a batch is made of: commits in their final form, with the records they wrote. */
export interface Batch {
  readonly commits: readonly Commit[]
  /** What the record vouches for, where that is something else. */
  readonly vouched?: readonly Commit[]
  readonly message?: Partial<MsgUpdateState>
}

/** Submits a batch as a sequencer would that does not care what is in it. */
export async function submit(node: Edge, { commits, vouched = commits, message }: Batch): Promise<void> {
  const { ledger, sequencer } = node
  const blocks = await blocksOf(node, commits)
  const daPath = `cas|${await stored(node, blocks)}`
  await ledger.advance({ by: 1n })
  const BD = await Promise.all(
    vouched.map(async (commit) => ({
      height: BigInt(commit.height),
      stateRoot: commit.state.multihash.digest,
      intermediateStatesRoot: (await commitBlock(commit)).cid.multihash.digest,
    })),
  )
  await ledger.submit({
    ...{ creator: sequencer.address, rollappId: sequencer.rollappId, version: 0n, DAPath: daPath },
    ...{ startHeight: BD[0]?.height ?? 0n, numBlocks: BigInt(BD.length), BDs: { BD }, ...message },
  })
}

async function blocksOf({ ports }: Edge, commits: readonly Commit[]): Promise<Block[]> {
  const blocks: Block[] = []
  for (const commit of commits) {
    blocks.push(await commitBlock(commit))
    for (const { after } of commit.changes) {
      const bytes = after && (await ports.blockstore.get(after))
      if (after && bytes) blocks.push({ cid: after, bytes })
    }
  }
  return blocks
}

async function stored({ ports }: Edge, blocks: readonly Block[]): Promise<CID> {
  const car = writeCar(
    [],
    (async function* () {
      yield* blocks
    })(),
  )
  const source = async function* () {
    yield { kind: 'file' as const, path: 'batch.car', content: car }
  }
  const events = addContent(ports, source(), { cidVersion: 1 })
  let result = await events.next()
  while (!result.done) result = await events.next()
  const root = result.value[0]?.cid
  if (!root) throw new Error('nothing was added')
  return root
}
