import type { FaultKind } from '../../../src/audit/faults.ts'
import type { Commit } from '../../../src/calendar/model/calendar.ts'
import { commitBlock } from '../../../src/calendar/store/commits/commit.ts'
import { readRecord, recordBlock } from '../../../src/calendar/store/record-block.ts'
import type { CID } from '../../../src/codec/cid/cid.ts'
import { decodeDagCbor } from '../../../src/codec/dag-cbor/decode-dag-cbor.ts'
import type { LedgerState } from '../../../src/ledger/state/ledger-state.ts'
import { eventRecord } from '../calendar/records.ts'
import { AUTHOR, anchored, calendarOf } from './anchored.ts'
import { BATCH_COMMITS, type Edge, submit } from './cheating-edge.ts'

/** The commits of the calendar, the oldest first. */
async function groupCommit({ calendar }: Edge): Promise<Commit[]> {
  const all: Commit[] = []
  for await (const { commit } of calendar.commits()) all.unshift(commit)
  return all
}

/** GroupCommit after a change of one, each again following the one before. */
async function chained(commits: readonly Commit[], change: (commit: Commit) => Commit): Promise<Commit[]> {
  const made: Commit[] = []
  let prev = commits[0]?.prev
  for (const commit of commits) {
    const next = change({ ...commit, prev })
    made.push(next)
    prev = (await commitBlock(next)).cid
  }
  return made
}

/** Changes the newest root in ways that the ledger itself would refuse. */
async function forge({ head }: Edge, change: (state: LedgerState) => Promise<void>): Promise<void> {
  await head.change(async (state) => {
    await change(state)
    return { op: new Map([['type', 'forged']]), result: {} }
  })
}

interface Cheat {
  readonly name: string
  readonly kind: FaultKind
  /** Returns a root that the visitor has seen before. */
  readonly cheat: () => Promise<readonly [node: Edge, known?: CID]>
}

/** Eight commits in two batches, the second of which is made by `batch`. */
async function withSecondBatch(
  batch: (commits: readonly Commit[], node: Edge) => Promise<Parameters<typeof submit>[1]>,
): Promise<readonly [Edge]> {
  const node = await calendarOf(2 * BATCH_COMMITS)
  const commits = await groupCommit(node)
  await node.ledger.create({
    ...{
      creator: node.sequencer.address,
      rollappId: node.sequencer.rollappId,
      codeStamp: '',
      genesisPath: '',
    },
    ...{ maxWithholdingBlocks: 0n, maxSequencers: 0n, permissionedAddresses: [], metadatas: [] },
  })
  await submit(node, { commits: commits.slice(0, BATCH_COMMITS) })
  await submit(node, await batch(commits.slice(BATCH_COMMITS), node))
  return [node]
}

/** An honest ledger in which something is then changed from below. */
async function withForged(
  change: (state: LedgerState, node: Edge) => Promise<void>,
): Promise<readonly [Edge, CID]> {
  const node = await anchored(5 * BATCH_COMMITS)
  const known = await node.ledger.head()
  await forge(node, (state) => change(state, node))
  return [node, known]
}

/** The same before a visitor who comes for the first time. */
async function withForgedUnseen(...options: Parameters<typeof withForged>): Promise<readonly [Edge]> {
  const [node] = await withForged(...options)
  return [node]
}

export const CHEATS: readonly Cheat[] = [
  {
    name: 'leaves a commit out of the middle of a batch',
    kind: 'skipped',
    cheat: () =>
      withSecondBatch(async (commits) => ({
        commits: commits.filter((_, at) => at !== 1),
        vouched: commits.slice(0, 3),
      })),
  },
  {
    name: 'vouches for more commits than the batch has',
    kind: 'skipped',
    cheat: () => withSecondBatch(async (commits) => ({ commits: commits.slice(0, 3), vouched: commits })),
  },
  {
    name: 'puts more commits into a batch than it vouches for',
    kind: 'skipped',
    cheat: () => withSecondBatch(async (commits) => ({ commits, vouched: commits.slice(0, 3) })),
  },
  {
    name: 'lets a record begin beyond the end of the one before',
    kind: 'skipped',
    cheat: () =>
      withForgedUnseen(async (state, { sequencer }) => {
        const { updates, change } = await state.rollapp(sequencer.rollappId)
        await updates.delete(3n)
        change({})
      }),
  },
  {
    name: 'swaps two commits',
    kind: 'skipped',
    cheat: () =>
      withSecondBatch(async ([a, b, ...rest]) => ({
        commits: a && b ? [b, a, ...rest] : [],
        vouched: a && b ? [a, b, ...rest] : [],
      })),
  },
  {
    name: 'swaps what two commits did, under their old heights',
    kind: 'wrong root',
    cheat: () =>
      withSecondBatch(async (commits) => {
        const [, second, third] = commits
        const swapped = await chained(commits, (commit) => {
          if (commit === undefined) return commit
          if (commit.height === second?.height) return { ...commit, changes: third?.changes ?? [] }
          return commit
        })
        return { commits: swapped }
      }),
  },
  {
    name: 'lets a commit follow another one than it was made after',
    kind: 'reordered',
    cheat: () =>
      withSecondBatch(async (commits) => {
        const loose = commits.map((commit, at) => (at === 2 ? { ...commit, prev: commits[0]?.prev } : commit))
        return { commits: loose }
      }),
  },
  {
    name: 'rewrites a commit after it was vouched for',
    kind: 'rewritten',
    cheat: () =>
      withSecondBatch(async (commits) => ({
        commits: commits.map((commit, at) => (at === 1 ? { ...commit, author: 'mallory' } : commit)),
        vouched: commits,
      })),
  },
  {
    name: 'says of a record that it was another one before',
    kind: 'rewritten',
    cheat: () =>
      withSecondBatch(async (commits) => {
        const other = commits[0]?.changes[0]?.after
        const made = await chained(commits, (commit) => ({
          ...commit,
          changes: commit.changes.map((change) => (change.before ? { ...change, before: other } : change)),
        }))
        return { commits: made }
      }),
  },
  {
    name: 'puts another record in the place of one, and keeps the state',
    kind: 'wrong root',
    cheat: () =>
      withSecondBatch(async (commits, { ports }) => {
        const made = await chained(commits, (commit) => commit)
        const [first] = made
        const [change] = first?.changes ?? []
        const record = change?.after && (await ports.blockstore.get(change.after))
        if (!first || !change?.after || !record) return { commits: [] }
        const other = await recordBlock('events', {
          ...readRecord('events', decodeDagCbor(record)),
          title: 'Never written',
        })
        await ports.blockstore.putMany([other])
        const changes = [{ ...change, after: other.cid }]
        return {
          commits: await chained(commits, (commit) =>
            commit.height === first.height ? { ...commit, changes } : commit,
          ),
        }
      }),
  },
  {
    name: 'vouches for another state than the commit leads to',
    kind: 'wrong root',
    cheat: () =>
      withSecondBatch(async (commits) => ({
        commits,
        message: {
          BDs: {
            BD: await Promise.all(
              commits.map(async (commit) => ({
                height: BigInt(commit.height),
                stateRoot: new Uint8Array(32),
                intermediateStatesRoot: (await commitBlock(commit)).cid.multihash.digest,
              })),
            ),
          },
        },
      })),
  },
  {
    name: 'lets a commit and the record agree on a state that is not so',
    kind: 'wrong root',
    cheat: () =>
      withSecondBatch(async (commits) => {
        const state = commits[0]?.state
        return { commits: await chained(commits, (commit) => ({ ...commit, ...(state && { state }) })) }
      }),
  },
  {
    name: 'holds a batch back',
    kind: 'withheld',
    cheat: () =>
      withSecondBatch(async (commits) => ({
        commits,
        message: { DAPath: 'cas|bafkreidon73zkcrwdb5iafqtijxildoonbwnpv7dyd6ef3qdgads2jc4su' },
      })),
  },
  {
    name: 'vouches for a batch that is nowhere',
    kind: 'unreadable',
    cheat: () => withSecondBatch(async (commits) => ({ commits, message: { DAPath: 'elsewhere|1' } })),
  },
  {
    name: 'swaps two records',
    kind: 'wrong index',
    cheat: () =>
      withForgedUnseen(async (state, { sequencer }) => {
        const { updates, change } = await state.rollapp(sequencer.rollappId)
        const [second, third] = [await updates.get(2n), await updates.get(3n)]
        if (second) await updates.set(3n, second)
        if (third) await updates.set(2n, third)
        change({})
      }),
  },
  {
    name: 'lets somebody else submit',
    kind: 'wrong sequencer',
    cheat: () =>
      withSecondBatch(async (commits) => ({
        commits,
        message: { creator: 'dym1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5dlqcrj' },
      })),
  },
  {
    name: 'calls a record final before its time',
    kind: 'early finalization',
    cheat: () =>
      withForged(async (state, { sequencer }) => {
        const { updates, change, node } = await state.rollapp(sequencer.rollappId)
        const leaf = await updates.get(node.latest)
        if (leaf) await updates.set(node.latest, { ...leaf, status: 2 })
        change({})
      }),
  },
  {
    name: 'moves the end of the dispute forward',
    kind: 'early finalization',
    cheat: () =>
      withForged(async (state, { sequencer }) => {
        const { updates, change, node } = await state.rollapp(sequencer.rollappId)
        const leaf = await updates.get(node.latest)
        if (leaf) await updates.set(node.latest, { ...leaf, finalHeight: leaf.finalHeight - 1n })
        change({})
      }),
  },
  {
    name: 'moves the pointer to the last final record past its record',
    kind: 'early finalization',
    cheat: () =>
      withForged(async (state, { sequencer }) => {
        const { change, node } = await state.rollapp(sequencer.rollappId)
        change({ latestFinal: node.latest })
      }),
  },
  {
    name: 'takes a final record back',
    kind: 'equivocated',
    cheat: () =>
      withForged(async (state, { sequencer }) => {
        const { updates, change } = await state.rollapp(sequencer.rollappId)
        const leaf = await updates.get(1n)
        if (leaf) await updates.set(1n, { ...leaf, status: 1 })
        change({ latestFinal: 0n })
      }),
  },
  {
    name: 'shows two visitors two ledgers',
    kind: 'equivocated',
    cheat: async () => {
      const node = await anchored(BATCH_COMMITS)
      const before = await node.ledger.head()
      await node.calendar.write(async (draft) => void draft.create('events', eventRecord()), AUTHOR)
      await node.sequencer.anchor({ isUrgent: true })
      const known = await node.ledger.head()
      await node.head.move(before, async () => false)
      await node.calendar.write(async (draft) => void draft.create('events', eventRecord()), AUTHOR)
      await node.sequencer.anchor({ isUrgent: true })
      return [node, known]
    },
  },
  {
    name: 'turns the ledger height back',
    kind: 'broken ledger',
    cheat: () =>
      withForged(async (state) => {
        state.height -= 3n
      }),
  },
  {
    name: 'gives other bytes for a block',
    kind: 'unreadable',
    cheat: async () => {
      const node = await anchored(BATCH_COMMITS)
      const state = await node.ledger.open()
      const leaf = await (await state.rollapp(node.sequencer.rollappId)).updates.get(1n)
      const bytes = leaf && (await node.ports.blockstore.get(leaf.update))
      if (!leaf || !bytes) throw new Error('nothing to change')
      await node.ports.blockstore.delete(leaf.update)
      await node.ports.blockstore.put(leaf.update, bytes.with(bytes.byteLength - 1, 1 ^ (bytes.at(-1) ?? 0)))
      return [node]
    },
  },
]
