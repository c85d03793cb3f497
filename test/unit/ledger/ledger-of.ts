import type { MsgCreateRollapp, MsgUpdateState } from '../../../proto/gen/ledger-schema.ts'
import { createContentLock } from '../../../src/content-lock/content-lock.ts'
import { createLedger, type Ledger, type LedgerOptions } from '../../../src/ledger/ledger.ts'
import { listQueue } from '../../../src/ledger/queries/list-queue.ts'
import { createDagWalk } from '../../../src/pins/dag-walk.ts'
import { memoryPorts } from '../memory-ports.ts'

/** The golden address of the ledger document's companion vectors, and another. */
export const ADDRESS = 'dym1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5dlqcrj'
export const OTHER_ADDRESS = 'dym1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqp7vezn'

export const ROLLAPP = 'rollappevm_1234-1'
export const OTHER_ROLLAPP = 'other_77-1'

/** A ledger over memory with these in place of what it would have. */
export function ledgerOf(options: Partial<LedgerOptions> = {}): Ledger {
  const ports = memoryPorts()
  const walk = createDagWalk(ports.blockstore)
  return createLedger({ ...ports, walk, contentLock: createContentLock(ports), ...options })
}

/** A ledger with {@link ROLLAPP}, made as `given` says, and {@link OTHER_ROLLAPP}. */
export async function ledgerOfTwo(options: Partial<MsgCreateRollapp> = {}): Promise<Ledger> {
  const ledger = ledgerOf()
  await ledger.create(creation(options))
  await ledger.create(creation({ rollappId: OTHER_ROLLAPP }))
  return ledger
}

/** What waits to become final, as `height: index`. */
export async function queued(ledger: Ledger, rollappId?: string): Promise<string[]> {
  const found: string[] = []
  for await (const { height, entries } of listQueue(await ledger.open(), { rollappId })) {
    found.push(...entries.map(({ index }) => `${height}: ${index}`))
  }
  return found
}

export function creation(options: Partial<MsgCreateRollapp> = {}): MsgCreateRollapp {
  return {
    ...{ creator: ADDRESS, rollappId: ROLLAPP, codeStamp: '', genesisPath: '', maxWithholdingBlocks: 0n },
    ...{ maxSequencers: 0n, permissionedAddresses: [], metadatas: [], ...options },
  }
}

/** A valid update of so many blocks from a height, whose roots tell the height. */
export function update(
  startHeight: bigint,
  numBlocks: bigint,
  options: Partial<MsgUpdateState> = {},
): MsgUpdateState {
  const BD = Array.from({ length: Number(numBlocks) }, (_, at) => {
    const height = startHeight + BigInt(at)
    const stateRoot = new Uint8Array(32).fill(Number(height & 0xffn))
    return { height, stateRoot, intermediateStatesRoot: new Uint8Array(32) }
  })
  return {
    ...{ creator: ADDRESS, rollappId: ROLLAPP, startHeight, numBlocks, DAPath: '', version: 0n },
    ...{ BDs: { BD }, ...options },
  }
}

/** What an error of the ledger carries. Numbers from 3000 on are the project's own. */
export function failure(code: number, codespace = code < 3000 ? 'rollapp' : 'ledger'): object {
  return { details: { codespace, code } }
}
