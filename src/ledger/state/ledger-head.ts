import { createBlockWriter } from '../../blocks/block-writer.ts'
import { blockKey, type CID } from '../../codec/cid/cid.ts'
import { decodeCid } from '../../codec/cid/cid-bytes.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Block, Blockstore } from '../../ports/blockstore.ts'
import type { Datastore, Operation } from '../../ports/datastore.ts'
import type { Locks } from '../../ports/locks.ts'
import { applyChange } from '../../state/change.ts'
import { keyOf } from '../../state/keys.ts'
import type { BlockReader } from '../blocks/load-block.ts'
import type { KeptValues, LedgerBlocks } from '../blocks/load-value.ts'
import { ledgerError } from '../errors.ts'
import { type LedgerState, openState } from './ledger-state.ts'
import type { Operated } from './operation.ts'
import { FIRST_BLOCK } from './root.ts'
import { heightRow, rowRemovals } from './root-heights.ts'

export interface LedgerHeadOptions {
  readonly blockstore: Pick<Blockstore, 'get' | 'putMany'>
  readonly datastore: Pick<Datastore, 'get' | 'range' | 'batch'>
  readonly locks: Locks
  readonly values?: KeptValues | undefined
}

export interface ChangeOptions extends AbortOptions {
  /** Fails unless this is the newest root. */
  readonly expectedRoot?: CID | undefined
}

export interface CheckedChangeOptions extends ChangeOptions {
  /** Validates the next state before it is stored. An error discards it. */
  readonly check?: ((next: LedgerState) => Promise<void>) | undefined
}

/** The newest root, and the operations that replace it. */
export interface LedgerHead {
  read(options?: AbortOptions): Promise<CID>
  /**
   * Opens the newest root, runs `operate` on it and makes the result the newest root: blocks first, then one batch
   * that expects the root that was read. When another process was faster, `operate` runs again on the newer root.
   * Throws `failed-precondition` (3007) when `expectedRoot` is not the newest, and any error of `operate`; the
   * ledger is then unchanged.
   */
  change<Result>(
    operate: (state: LedgerState) => Promise<Operated<Result>>,
    options?: CheckedChangeOptions,
  ): Promise<Result & { readonly root: CID }>
  /**
   * Makes `to` the newest root; its blocks must be stored. `check` gets the current newest root and may throw to
   * refuse. It resolves to true when `to` descends from that root.
   */
  move(to: CID, check: (newest: CID) => Promise<boolean>, options?: ChangeOptions): Promise<void>
}

/** The next newest root, and the operations that are written with it. */
interface Next {
  readonly root: CID
  readonly operations: readonly Operation[]
}

const HEAD = keyOf('ledger/head')

/** Name of the lock: changes of all processes that share the storage run one after the other. */
export const LEDGER_LOCK = 'ledger/head'

export function createLedgerHead({ blockstore, datastore, locks, values }: LedgerHeadOptions): LedgerHead {
  const reader: LedgerBlocks = { get: (cid, options) => blockstore.get(cid, options), values }
  const read = async (options: AbortOptions = {}) => {
    const value = await datastore.get(HEAD, options)
    return { value, cid: value ? decodeHead(value) : FIRST_BLOCK.cid }
  }
  /** `next` writes blocks and returns the root above them. */
  const replace = (next: (cid: CID) => Promise<Next>, { expectedRoot, signal }: ChangeOptions) =>
    applyChange(
      datastore,
      async () => {
        const { value, cid } = await read({ signal })
        if (expectedRoot && !expectedRoot.equals(cid)) {
          throw ledgerError('rootMoved', `Cannot change ledger at root "${expectedRoot}": it is at "${cid}"`)
        }
        const { root, operations } = await next(cid)
        const moved: Operation = { type: 'put', key: HEAD, value: root.bytes }
        return { operations: [...operations, moved], expect: [{ key: HEAD, value }] }
      },
      { signal },
    )

  return {
    read: async (options) => (await read(options)).cid,
    change<Result>(
      operate: (state: LedgerState) => Promise<Operated<Result>>,
      { expectedRoot, check, signal }: CheckedChangeOptions = {},
    ) {
      const attempt = async (cid: CID) => {
        const state = await openState(reader, cid, { isNewest: true, signal })
        const before = state.height
        const { op, result } = await operate(state)
        const saved = await state.save(op)
        const isFirst = cid.equals(FIRST_BLOCK.cid)
        const blocks = isFirst ? [FIRST_BLOCK, ...saved.blocks] : saved.blocks
        await check?.(await openState(overlay(blockstore, blocks), saved.cid, { signal }))
        await write(blockstore, blocks, { signal })
        const rows = [heightRow(saved.cid, state.height)]
        // The root before is the newest of the heights that are passed over, however many roots follow at this one.
        if (state.height > before + 1n) rows.push(heightRow(cid, state.height - 1n))
        return { value: { ...result, root: saved.cid }, rows }
      }
      const task = async () => {
        const done: { value?: Result & { readonly root: CID } } = {}
        const next = async (cid: CID) => {
          const { value, rows } = await attempt(cid)
          done.value = value
          return { root: value.root, operations: rows }
        }
        await replace(next, { expectedRoot, signal })
        if (!done.value) throw new TypeError('Cannot tell what changed: nothing was done')
        return done.value
      }
      return locks.exclusive(LEDGER_LOCK, task, { signal })
    },
    move(to, check, { expectedRoot, signal } = {}) {
      const next = async (newest: CID) => {
        const goesOn = await check(newest)
        const { height } = await openState(reader, to, { signal })
        const from = goesOn ? (await openState(reader, newest, { signal })).height : 0n
        const forgotten = await rowRemovals(datastore, from, { signal })
        return { root: to, operations: [...forgotten, heightRow(to, height)] }
      }
      return locks.exclusive(LEDGER_LOCK, () => replace(next, { expectedRoot, signal }), { signal })
    },
  }
}

function decodeHead(value: Uint8Array): CID {
  try {
    return decodeCid(value)
  } catch (cause) {
    throw new DomainError('corrupt', 'Cannot read head of the ledger: its row is damaged', { cause })
  }
}

/** A reader of blocks that are not stored yet, and of stored ones. */
function overlay(blockstore: Pick<Blockstore, 'get'>, blocks: readonly Block[]): BlockReader {
  const fresh = new Map(blocks.map(({ cid, bytes }) => [blockKey(cid), bytes]))
  return { get: async (cid, options) => fresh.get(blockKey(cid)) ?? blockstore.get(cid, options) }
}

async function write(
  blockstore: Pick<Blockstore, 'putMany'>,
  blocks: readonly Block[],
  options: AbortOptions,
): Promise<void> {
  const writer = createBlockWriter(blockstore, options)
  try {
    for (const { cid, bytes } of blocks) await writer.put(cid, bytes)
    await writer.flush()
  } finally {
    writer.discard()
  }
}
