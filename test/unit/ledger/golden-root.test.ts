import { describe, expect, it } from 'vitest'
import { creation, ledgerOf, OTHER_ROLLAPP, ROLLAPP, update } from './ledger-of.ts'

describe('a ledger', () => {
  it('comes to the written-down root by the written-down operations', async () => {
    const ledger = ledgerOf({
      async onFinal({ stateInfoIndex: { rollappId, index } }) {
        if (rollappId === OTHER_ROLLAPP && index === 20n) throw new Error('the hook is broken')
      },
    })
    await ledger.create(creation())
    await ledger.create(creation({ rollappId: OTHER_ROLLAPP }))
    for (let at = 0n; at < 40n; at += 1n) {
      await ledger.setParams({ disputePeriod: 1n + ((at * 7n) % 50n) })
      await ledger.submit(update(2n * at + 1n, 2n, { DAPath: `client.${at}` }))
      await ledger.submit(update(at + 1n, 1n, { rollappId: OTHER_ROLLAPP }))
      await ledger.advance({ by: 1n })
    }
    await ledger.revert({ rollappId: ROLLAPP, height: 78n, reason: 'a lie' })
    await ledger.advance({ to: 1000n })

    expect((await ledger.head()).toString()).toBe(
      'bafyreif767publinsijeykcc4jpfj46eavu7eezh4zrbxtexczuhebni2u',
    )
  })
})
