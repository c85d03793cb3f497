import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { decodeRecord } from '../../../src/ledger/records/decode-record.ts'
import vectors from '../../fixtures/ledger/vectors.json' with { type: 'json' }
import { fromHex } from '../../requests/hex.ts'
import { memoryNode } from '../memory-ports.ts'
import { ADDRESS, creation, ROLLAPP, update } from './ledger-of.ts'

const golden = (id: string) => vectors.valid.find((vector) => vector.id === id)?.restJson

/** The golden timeline, and more records in the same rollapp. */
async function timelineApp() {
  const node = await memoryNode()
  await node.ledger.create(creation())
  await node.ledger.setParams({ onePerHeight: false })
  await node.ledger.advance({ to: 10n })
  await node.ledger.submit(update(1n, 2n))
  await node.ledger.advance({ to: 11n })
  for (let start = 3n; start < 7n; start += 1n) await node.ledger.submit(update(start, 1n))
  return { node, app: createApp(node, loopbackPolicy()) }
}

describe('queries of the golden timeline', () => {
  it('answer the golden JSON of a summary without a final record, and of a page of records', async () => {
    const { node, app } = await timelineApp()
    const get = async (path: string): Promise<unknown> =>
      (await app.request(`http://127.0.0.1/dymensionxyz/dymension/rollapp/${path}`)).json()

    const summary = golden('rollapp-summary-not-finalized')
    const latest = { latestStateIndex: { rollappId: ROLLAPP, index: '5' } }
    expect(await get('rollapp')).toEqual({
      rollapp: [{ ...summary, ...latest }],
      pagination: { next_key: null, total: '1' },
    })
    await node.ledger.advance({ to: 13n })
    const page = `state_info?rollappId=${ROLLAPP}&pagination.limit=2&pagination.count_total=true`
    expect(await get(page)).toEqual(golden('query-list-response'))
  })

  it('answer the golden record, which is stored under the golden CID', async () => {
    const vector = vectors.valid.find(({ id }) => id === 'stateinfo-received')
    const { sequencer: creator, DAPath, BDs } = decodeRecord('StateInfo', fromHex(vector?.hex ?? ''))
    const node = await memoryNode()
    await node.ledger.create(creation())
    await node.ledger.advance({ to: 10n })

    const submitted = await node.ledger.submit(update(1n, 2n, { creator, DAPath, BDs }))

    expect(submitted.update.toString()).toBe(vector?.recordCidRaw)
    const response = await createApp(node, loopbackPolicy()).request(
      `http://127.0.0.1/dymensionxyz/dymension/rollapp/state_info/${ROLLAPP}/1`,
    )
    expect(await response.json()).toEqual({ stateInfo: vector?.restJson })
  })

  it('answer the golden JSON of parameters', async () => {
    const { node, app } = await timelineApp()
    const deployers = [
      { address: 'dym1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqp7vezn', maxRollapps: 1n },
      { address: ADDRESS, maxRollapps: 0n },
    ]
    await node.ledger.setParams({ disputePeriod: 120_960n, enabled: false, deployers })

    const response = await app.request('http://127.0.0.1/dymensionxyz/dymension/rollapp/params')

    expect(await response.json()).toEqual({ params: golden('params-whitelist') })
  })
})
