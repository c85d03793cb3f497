import { describe, expect, it } from 'vitest'
import type { MsgUpdateState } from '../../../proto/gen/ledger-schema.ts'
import { encodeRecord } from '../../../src/ledger/records/encode-record.ts'
import { readStateInfo } from '../../../src/ledger/state/read-record.ts'
import { ADDRESS, creation, failure, ledgerOf, OTHER_ADDRESS, ROLLAPP, update } from './ledger-of.ts'

const MAX = 0xffff_ffff_ffff_ffffn

async function withTwoUpdates() {
  const ledger = ledgerOf()
  await ledger.create(creation())
  await ledger.submit(update(1n, 2n))
  await ledger.advance({ by: 1n })
  await ledger.submit(update(3n, 1n))
  await ledger.advance({ by: 1n })
  return ledger
}

const short = new Uint8Array(31)

function descriptors(change: (at: number) => object, count = 2): Partial<MsgUpdateState> {
  return { BDs: { BD: update(1n, BigInt(count)).BDs.BD.map((one, at) => ({ ...one, ...change(at) })) } }
}

/** Each breaks its own check and, where it can, the next ones: the first in the order wins. */
const STATELESS: readonly [string, MsgUpdateState, object][] = [
  ['no address', update(0n, 0n, { creator: '' }), failure(7, 'sdk')],
  [
    'the address of another network',
    update(1n, 1n, { creator: 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu' }),
    failure(7, 'sdk'),
  ],
  ['no blocks', update(0n, 0n), failure(1005)],
  [
    'heights that wrap around',
    { ...update(MAX, 1n), numBlocks: 2n, ...descriptors((at) => ({ height: at === 0 ? MAX : 0n })) },
    failure(1005),
  ],
  ['too few descriptors', { ...update(0n, 1n), numBlocks: 2n }, failure(1005)],
  [
    'a number of blocks that no list can hold',
    { ...update(1n, 1n), numBlocks: 2n ** 53n + 1n },
    failure(1005),
  ],
  ['height 0', update(0n, 1n), failure(1009)],
  [
    'a descriptor of another height',
    update(
      1n,
      2n,
      descriptors((at) => (at === 1 ? { height: 9n, stateRoot: short } : {})),
    ),
    failure(1006),
  ],
  [
    'a short state root before a wrong height',
    update(
      1n,
      2n,
      descriptors((at) => (at === 0 ? { stateRoot: short } : { height: 9n })),
    ),
    failure(1011),
  ],
  [
    'a short intermediate root',
    update(
      1n,
      1n,
      descriptors(() => ({ intermediateStatesRoot: short }), 1),
    ),
    failure(1012),
  ],
]

describe('submitUpdate()', () => {
  it.each(STATELESS)('refuses %s', async (_, message, expected) => {
    const ledger = ledgerOf()
    await ledger.create(creation())
    const root = await ledger.head()

    await expect(ledger.submit(message)).rejects.toMatchObject(expected)

    expect((await ledger.head()).equals(root)).toBe(true)
  })

  it.each([
    ['a gap', update(5n, 1n)],
    ['an overlap', update(3n, 2n)],
    ['a repeat', update(1n, 2n)],
    ['the record before again', update(3n, 1n)],
    ['a height beyond 2^53', update(2n ** 53n + 1n, 1n)],
    ['the greatest height', { ...update(MAX, 0n), numBlocks: 0n }],
  ])('refuses %s and leaves the root as it was', async (name, message) => {
    const ledger = await withTwoUpdates()
    const root = await ledger.head()

    const expected = name === 'the greatest height' ? failure(1005) : failure(1009)
    await expect(ledger.submit(message)).rejects.toMatchObject(expected)

    expect((await ledger.head()).equals(root)).toBe(true)
  })

  it('answers a repetition with the text by which clients know it', async () => {
    const ledger = await withTwoUpdates()

    await expect(ledger.submit(update(3n, 1n))).rejects.toThrow(
      /: start-height does not match rollapps state$/,
    )
  })

  it('refuses a first update that does not begin at 1', async () => {
    const ledger = ledgerOf()
    await ledger.create(creation())

    await expect(ledger.submit(update(2n, 1n))).rejects.toMatchObject(failure(1009))
  })

  it('refuses an unknown rollapp, another version and an unknown sequencer, in this order', async () => {
    const ledger = ledgerOf()
    await expect(ledger.submit(update(1n, 1n, { version: 1n }))).rejects.toMatchObject(failure(1007))
    await ledger.create(creation({ permissionedAddresses: [OTHER_ADDRESS] }))

    await expect(ledger.submit(update(1n, 1n, { version: 1n }))).rejects.toMatchObject(failure(1008))
    await expect(ledger.submit(update(1n, 1n))).rejects.toMatchObject(failure(1006, 'sequencer'))
    await expect(
      ledger.submit(update(1n, 1n, { creator: OTHER_ADDRESS.toUpperCase() })),
    ).resolves.toMatchObject({
      index: 1n,
    })
  })

  it('refuses everything new while rollapps are disabled', async () => {
    const ledger = ledgerOf()
    await ledger.create(creation())
    await ledger.setParams({ enabled: false })

    await expect(ledger.submit(update(1n, 1n))).rejects.toMatchObject(failure(1022))
    await expect(ledger.create(creation({ rollappId: 'b_2-1' }))).rejects.toMatchObject(failure(1022))
  })

  it('stores the record byte for byte, received, under the address in lower case', async () => {
    const ledger = ledgerOf()
    await ledger.create(creation())
    await ledger.advance({ to: 10n })

    const message = update(1n, 1n, { creator: ADDRESS.toUpperCase(), DAPath: 'client.42' })
    const { update: cid } = await ledger.submit(message)

    const { blocks } = await ledger.open()
    const record = await readStateInfo(blocks, cid, {})
    expect(record).toMatchObject({
      stateInfoIndex: { rollappId: ROLLAPP, index: 1n },
      ...{ sequencer: ADDRESS, DAPath: 'client.42', creationHeight: 10n, status: 1 },
    })
    expect(await blocks.get(cid)).toEqual(encodeRecord('StateInfo', record))
  })

  it('refuses another root than the expected one', async () => {
    const ledger = ledgerOf()
    const expectedRoot = await ledger.head()
    await ledger.create(creation(), { expectedRoot })

    await expect(ledger.submit(update(1n, 1n), { expectedRoot })).rejects.toMatchObject(failure(3007))
  })

  it('queues a record as far as heights go, and no further', async () => {
    const ledger = ledgerOf()
    await ledger.create(creation())
    await ledger.setParams({ disputePeriod: MAX })

    expect(await ledger.submit(update(1n, 1n))).toMatchObject({ finalizationHeight: MAX })
    await ledger.advance({ by: 1n })
    await expect(ledger.submit(update(2n, 1n))).rejects.toMatchObject(failure(18, 'sdk'))
    expect(await ledger.advance({ to: MAX })).toMatchObject({ finalized: [{ index: 1n }] })
    await expect(ledger.advance({ by: 1n })).rejects.toMatchObject(failure(18, 'sdk'))
  })

  it('refuses a record over 1 MiB', async () => {
    const ledger = ledgerOf()
    await ledger.create(creation())

    await expect(ledger.submit(update(1n, 15_000n))).rejects.toMatchObject(failure(1005))
  })
})
