import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { cborBlock } from '../../src/blocks/cbor-block.ts'
import type { CID } from '../../src/codec/cid/cid.ts'
import type { DagValue } from '../../src/codec/ipld/dag-value.ts'
import { encodeRollapp } from '../../src/ledger/state/rollapp-node.ts'
import { encodeRoot, FIRST_ROOT } from '../../src/ledger/state/root.ts'
import { file, form } from '../requests/form.ts'

describe('a query of a root that somebody has made up', () => {
  let rowsWithoutEnd: CID
  let rollappsWithoutEnd: CID

  beforeAll(async () => {
    const row = await repeated(
      4,
      (level) => 32 ** (level + 1),
      new Map<string, DagValue>([
        ['id', 'made_1-1'],
        ['i', 1n],
      ]),
    )
    const rows = await repeated(0, () => 32, row)
    rowsWithoutEnd = await put(encodeRoot({ ...FIRST_ROOT, queue: rows }))
    const rollapps = await repeated(9, () => Number.MAX_SAFE_INTEGER, row)
    rollappsWithoutEnd = await put(encodeRoot({ ...FIRST_ROOT, rollapps }))
  })

  it('gives no row of the queue without end', async () => {
    const response = await query(`finalization_queue/7?root=${rowsWithoutEnd}`)

    expect(response.status).toBe(413)
    expect((await response.json()).message).toContain('Cannot list queue row 7: over 100000 entries')
  })

  it('lists no more bytes than sixteen MiB of blocks', async () => {
    const rollapp = await put(encodeRollapp({ ...ROLLAPP, id: 'x'.repeat(900_000) }))
    const rollapps = await repeated(2, (level) => 32 ** (level + 1), rollapp)
    const root = await put(encodeRoot({ ...FIRST_ROOT, rollapps }))

    const long = await query(`rollapp?root=${root}&pagination.limit=50`)
    const short = await query(`rollapp?root=${root}&pagination.limit=2`)

    expect([long.status, (await long.json()).message]).toEqual([
      413,
      expect.stringContaining('ask for fewer'),
    ])
    expect(short.status).toBe(200)
    await short.body?.cancel()
  })

  it('does not count without end', async () => {
    const response = await query(`rollapp?root=${rollappsWithoutEnd}&pagination.offset=1000000000000`)

    expect(response.status).toBe(500)
    expect((await response.json()).message).toContain('count is wrong')
  })
})

const query = (path: string) => send(`/made/up/rollapp/${path}`)

const ROLLAPP = {
  ...{ id: 'made_1-1', creator: 'dym1x', version: 0n, revision: 0n, latest: 0n, latestFinal: 0n },
  ...{ maxSequencers: 1n, permissioned: [], revertedEnd: 0n, reverted: undefined, updates: undefined },
}

/** The root of a trie whose nodes each lead 32 times to the same node. */
async function repeated(levels: number, countOf: (level: number) => number, value: DagValue): Promise<CID> {
  let entry = value
  for (let level = 0; level <= levels; level += 1) {
    const entries = Array.from({ length: 32 }, () => entry)
    const fields = { l: BigInt(level), m: 0xffff_ffffn, n: BigInt(countOf(level)), e: entries }
    entry = await put(new Map<string, DagValue>(Object.entries(fields)))
  }
  return entry as CID
}

async function put(value: DagValue): Promise<CID> {
  const { cid, bytes } = await cborBlock(value)
  const response = await send('/api/v0/block/put?cid-codec=dag-cbor', {
    method: 'POST',
    ...form(file('data', bytes)),
  })
  expect((await response.json()).Key).toBe(cid.toString())
  return cid
}
