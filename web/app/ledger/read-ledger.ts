import { type Call, RpcError, type Value } from '../../../src/rpc/client.ts'
import { keepingAlive } from '../../host/keep-alive.ts'
import { call } from '../call.ts'
import { browserCall } from './browser-call.ts'
import { type LedgerRecord, parseLedgerRecord } from './record.ts'

export interface Rollapp {
  readonly id: string
  /** Absent while there is no record. */
  readonly latest?: ReachedRecord | undefined
  readonly latestFinal?: ReachedRecord | undefined
}

export interface Rollapps {
  /** Ordered by number, at most 100. */
  readonly rollapps: readonly Rollapp[]
  readonly total: number
}

export interface ReachedRecord {
  readonly index: string
  /** The last block that the record covers. */
  readonly height: string
}

/** Rollapps that are shown at once. */
const MAX_ROLLAPPS = '100'

export interface RollappsOptions {
  /** Default: the newest root. */
  readonly root?: string
  /** Default: the node that the page shows. */
  readonly at?: Call
}

/** Reads the rollapps of a root. */
export async function readRollapps({ root, at = call }: RollappsOptions = {}): Promise<Rollapps> {
  const { Rollapps = [], Total } = await at('ledger/list', { options: { root, limit: MAX_ROLLAPPS } })
  const reached = (at: { Index: string; Height: string } | undefined) =>
    at && { index: at.Index, height: at.Height }
  const rollapps = Rollapps.map(({ Rollapp, Latest, LatestFinal }) => ({
    id: String(Rollapp['rollappId']),
    latest: reached(Latest),
    latestFinal: reached(LatestFinal),
  }))
  return { rollapps, total: Number(Total) }
}

export const PAGE_RECORDS = 10

export interface RecordsPage {
  /** The newest first. */
  readonly records: readonly LedgerRecord[]
  readonly total: number
}

/** Reads one page of a rollapp's records. The first page is 1. */
export async function readRecords(rollapp: string, page: number): Promise<RecordsPage> {
  const offset = String((page - 1) * PAGE_RECORDS)
  const options = { reverse: true, limit: String(PAGE_RECORDS), offset }
  const { Updates = [], Total } = await call('ledger/list', { args: { rollapp }, options })
  const indexes = Updates.map(({ Summary }) => Object(Summary['stateInfoIndex']).index)
  const records = await Promise.all(indexes.map((index) => readOne(rollapp, String(index))))
  return { records, total: Number(Total) }
}

export async function readOne(rollapp: string, index: string): Promise<LedgerRecord> {
  return parseLedgerRecord(await call('ledger/get', { args: { rollapp }, options: { index } }))
}

/** Index of the last record of a rollapp under a root, in this browser. `undefined` when it cannot be read. */
export async function lastIndex(rollapp: string, root: string): Promise<number | undefined> {
  try {
    return Number(
      parseLedgerRecord(await browserCall('ledger/get', { args: { rollapp }, options: { root } })).index,
    )
  } catch (error) {
    if (error instanceof RpcError) return undefined
    throw error
  }
}

/** Rows of the queue that are shown at once. */
const MAX_ROWS = 20

/** Reads what becomes final next, at most 20 heights. */
export function readQueue(): Promise<{ rows: readonly Value<'ledger/queue'>[]; isCut: boolean }> {
  return keepingAlive(async () => {
    const rows: Value<'ledger/queue'>[] = []
    for await (const row of await call('ledger/queue')) {
      if (rows.length === MAX_ROWS) return { rows, isCut: true }
      rows.push(row)
    }
    return { rows, isCut: false }
  })
}
