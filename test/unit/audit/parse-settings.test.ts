import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ledgerTexts, parseLedgerSettings } from '../../../src/audit/parse-settings.ts'

const README = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')

describe('parseLedgerSettings()', () => {
  it('decides nothing where nothing is set', () => {
    expect(parseLedgerSettings({})).toEqual({ ledger: {}, anchoring: {} })
    expect(parseLedgerSettings(ledgerTexts({}))).toEqual({ ledger: {}, anchoring: {} })
  })

  it('reads each by its name', () => {
    const texts = {
      LEDGER_KEEP_ROOTS: '100',
      LEDGER_RETENTION: '18446744073709551615',
      LEDGER_ADDRESS_PREFIX: 'pool',
      LEDGER_BATCH_COMMITS: '8',
      LEDGER_BATCH_SECONDS: '5',
    }

    expect(parseLedgerSettings(ledgerTexts(texts))).toEqual({
      ledger: { keepRoots: 100, retention: 0xffff_ffff_ffff_ffffn, addressPrefix: 'pool' },
      anchoring: { batchCommits: 8, batchAgeMs: 5_000 },
    })
  })

  for (const [name, value] of [
    ['LEDGER_KEEP_ROOTS', '0'],
    ['LEDGER_KEEP_ROOTS', 'all'],
    ['LEDGER_RETENTION', '-1'],
    ['LEDGER_RETENTION', '18446744073709551616'],
    ['LEDGER_ADDRESS_PREFIX', 'Dym'],
    ['LEDGER_ADDRESS_PREFIX', 'dym 1'],
    ['LEDGER_BATCH_COMMITS', '1001'],
    ['LEDGER_BATCH_COMMITS', '1e3'],
    ['LEDGER_BATCH_SECONDS', '0'],
    ['LEDGER_BATCH_SECONDS', '1.5'],
  ] as const) {
    it(`refuses ${name} "${value}", and says which it is`, () => {
      expect(() => parseLedgerSettings({ [name]: value })).toThrow(`Cannot read ${name} "${value}": not a `)
    })
  }

  it('reads no name that the README does not explain', () => {
    const names = Object.keys(ledgerTexts({}))

    expect(names).toHaveLength(5)
    for (const name of names) expect(README).toMatch(new RegExp(`^\\| \`${name}\` \\|`, 'm'))
  })
})
