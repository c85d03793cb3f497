import type { StateInfo } from '../../../proto/gen/ledger-schema.ts'
import { isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { mapOrdered } from '../../streams/map-ordered.ts'
import { ledgerError } from '../errors.ts'
import type { LedgerState } from '../state/ledger-state.ts'
import type { Operated } from '../state/operation.ts'
import type { QueueRow } from '../state/queue-editor.ts'
import { readStateInfo } from '../state/read-record.ts'
import type { RollappEditor } from '../state/rollapp-editor.ts'
import { FINALIZED, type QueueEntry, type UpdateLeaf } from '../state/rollapp-node.ts'

/** Called for each record before it becomes final. An error keeps it and all later records of its rollapp pending. */
export type OnFinal = (record: StateInfo, options: AbortOptions) => Promise<void>

export interface AdvanceOptions extends AbortOptions {
  /** May be called again for the same record when another process changes the ledger meanwhile. */
  readonly onFinal?: OnFinal | undefined
}

export interface Advanced {
  readonly height: bigint
  readonly finalized: readonly QueueEntry[]
  readonly failures: readonly (QueueEntry & { readonly message: string })[]
}

/** Maximum number of earlier failed records that one call tries again, so that failures do not delay the others. */
const MAX_RETRIES = 100

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn

/** Maximum number of records that become final in one call. More need several calls. */
const MAX_FINALIZED = 262_144

/** Rollapps of one row that are looked up concurrently. */
const ROLLAPPS_AHEAD = 32

/**
 * Moves the ledger to a greater height and finalizes the records that are due: rows of the queue by height, entries
 * of a row in order of arrival, records of a rollapp by index. After the dispute period was shortened, a record can
 * be due before its predecessor; both then become final together. A failure affects only its own rollapp: the
 * failed record stays queued, and later calls try it again. Many small steps lead to the same state as one large
 * step.
 *
 * Throws `failed-precondition` (3003) unless the height grows, and sdk 18 for a height beyond 64 bits.
 */
export async function advanceHeight(
  state: LedgerState,
  to: bigint,
  options: AdvanceOptions = {},
): Promise<Operated<Advanced>> {
  if (to > MAX_UINT64) throw ledgerError('request', `Cannot move to height ${to}: beyond 64 bits`)
  if (to <= state.height) throw ledgerError('height', `Cannot move from height ${state.height} to ${to}`)
  const pass = createPass(state, options)
  for await (const row of state.queue.rows({ to, onRead: pass.ahead, signal: options.signal })) {
    await pass.row(row)
  }
  const { finalized, failures } = await pass.end()
  const from = state.height
  state.height = to
  return {
    op: new Map<string, string | bigint>([
      ['type', 'advance'],
      ['from', from],
    ]),
    result: { height: to, finalized, failures },
  }
}

function createPass(state: LedgerState, options: AdvanceOptions) {
  const finalized: QueueEntry[] = []
  const failures: (QueueEntry & { readonly message: string })[] = []
  const stopped = new Set<string>()
  const done = new Map<bigint, QueueEntry[]>()
  const lengths = new Map<bigint, number>()
  const opened = new Map<string, RollappEditor>()
  const firstNew = state.height + 1n
  let retries = 0

  const open = async (rollappId: string) => {
    const rollapp = opened.get(rollappId) ?? (await state.rollapp(rollappId, options))
    opened.set(rollappId, rollapp)
    return rollapp
  }

  /** Finalizes one record. False when it stays pending. */
  const finalize = async (
    rollapp: RollappEditor,
    leaf: UpdateLeaf,
    at: { index: bigint; height: bigint },
  ) => {
    const entry = { rollappId: rollapp.node.id, index: at.index }
    if (finalized.length >= MAX_FINALIZED) {
      throw ledgerError(
        'request',
        `Cannot make over ${MAX_FINALIZED} records final at once: take smaller steps`,
      )
    }
    const message = await failureOf(state, leaf, options)
    if (message !== undefined) {
      failures.push({ ...entry, message })
      stopped.add(rollapp.node.id)
      return false
    }
    await rollapp.updates.set(at.index, { ...leaf, status: FINALIZED, finalHeight: at.height }, options)
    rollapp.change({ latestFinal: at.index })
    finalized.push(entry)
    const gone = done.get(leaf.finalHeight)
    if (gone) gone.push(entry)
    else done.set(leaf.finalHeight, [entry])
    return true
  }

  return {
    /** Loads the nodes that the entries of a row will change. */
    async ahead({ height, entries }: QueueRow) {
      // Failed records are retried a few at a time, so their nodes are not loaded ahead.
      if (height < firstNew) return
      const absent = entries.filter(({ rollappId, index }) => !opened.get(rollappId)?.updates.holds(index))
      const transform = async ([rollappId, own]: [string, QueueEntry[]]) => {
        const { updates } = await open(rollappId)
        const keys = own.map(({ index }) => index)
        await updates.load(keys, options)
      }
      const byRollapp = Map.groupBy(absent, ({ rollappId }) => rollappId)
      for await (const _ of mapOrdered(byRollapp, { concurrency: ROLLAPPS_AHEAD, transform }));
    },
    async row({ height: row, entries }: QueueRow) {
      const height = row < firstNew ? firstNew : row
      lengths.set(row, entries.length)
      for (const { rollappId, index } of entries) {
        options.signal?.throwIfAborted()
        const rollapp = opened.get(rollappId) ?? (await open(rollappId))
        if (stopped.has(rollappId) || index !== rollapp.node.latestFinal + 1n) continue
        if (row < firstNew) retries += 1
        if (retries > MAX_RETRIES && row < firstNew) continue
        for (let next = index; ; next += 1n) {
          const leaf = await rollapp.updates.get(next, options)
          // The entry itself, followed by records that were due before it and had to wait for it.
          if (!leaf || (next > index && leaf.finalHeight >= row)) break
          if (!(await finalize(rollapp, leaf, { index: next, height }))) break
        }
      }
    },
    async end() {
      for (const [row, gone] of done) {
        if (gone.length === lengths.get(row)) {
          state.queue.clear(row)
          continue
        }
        const keys = new Set(gone.map(keyOf))
        await state.queue.remove(row, (entry) => keys.has(keyOf(entry)), options)
      }
      return { finalized, failures }
    },
  }
}

const keyOf = ({ rollappId, index }: QueueEntry) => `${rollappId}/${index}`

async function failureOf(
  { blocks }: LedgerState,
  { update }: UpdateLeaf,
  { onFinal, signal }: AdvanceOptions,
): Promise<string | undefined> {
  if (!onFinal) return undefined
  const record = await readStateInfo(blocks, update, { signal })
  try {
    await onFinal(record, { signal })
    return undefined
  } catch (error) {
    signal?.throwIfAborted()
    return isDomainError(error) ? error.message : 'unexpected error'
  }
}
