import { describe, expect, it } from 'vitest'
import { describeSettings } from '../../../src/config/describe-settings.ts'
import { pieces } from '../../../web/app/settings/description-text.ts'
import { changesBetween } from '../../../web/app/settings/document-changes.ts'
import { entryText, parseEntry, settingIn } from '../../../web/app/settings/setting-entry.ts'
import { groupSettings } from '../../../web/app/settings/setting-groups.ts'

const settings = describeSettings()
const named = (name: string) => settings.find((setting) => setting.name === name)

describe('describeSettings()', () => {
  it('has each setting once, with the form of its value and its words', () => {
    expect(new Set(settings.map(({ name }) => name)).size).toBe(settings.length)
    expect(named('Import.CidVersion')).toMatchObject({ variable: 'IMPORT_CID_VERSION', form: 'number' })
    expect(named('Routing.Type')?.choices).toContain('dhtserver')
    expect(named('Blocks.VerifyReads')).toMatchObject({ choices: ['on', 'off'], default: 'on' })
    expect(named('Peering.Peers')).toMatchObject({ form: 'json', default: null })
    expect(named('Swarm.AddrFilters')?.form).toBe('list')
    expect(named('Swarm.ConnMgr.HighWater')).toMatchObject({ form: 'number', default: 900 })
  })

  it('says which settings the document cannot change', () => {
    expect(named('API.Authorizations')?.fixedBy).toBe('secret')
    expect(named('Gateway.Domain')?.fixedBy).toBe('environment')
    expect(named('Audit.Hosts')).not.toHaveProperty('fixedBy')
  })
})

describe('an entry of a setting', () => {
  it.each([
    [{ form: 'list' as const, default: [] }, ['a', 'b'], 'a\nb'],
    [{ form: 'flag' as const, default: false }, true, 'true'],
    [{ form: 'number' as const, default: 64 }, 8, '8'],
    [{ form: 'text' as const, default: 'UTC' }, 'Europe/Berlin', 'Europe/Berlin'],
    [{ form: 'json' as const, default: null }, [{ ID: 'x' }], '[\n  {\n    "ID": "x"\n  }\n]'],
  ])('%j shows %j as "%s", and reads it back', (setting, value, text) => {
    expect(entryText(setting, value)).toBe(text)
    expect(parseEntry(setting, text)).toEqual(value)
  })

  it('is empty for the default, and means the default where it is empty', () => {
    expect(entryText({ form: 'number', default: 64 }, 64)).toBe('')
    expect(entryText({ form: 'list', default: [] }, [])).toBe('')
    expect(parseEntry({ form: 'list' }, '  ')).toBe(null)
  })

  it('leaves what is no number, and what JSON cannot hold exactly, for the node to check', () => {
    expect(parseEntry({ form: 'number' }, 'five')).toBe('five')
    expect(parseEntry({ form: 'number' }, '18446744073709551615')).toBe('18446744073709551615')
  })

  it('refuses what is not JSON with an example', () => {
    expect(() => parseEntry({ form: 'json' }, '[')).toThrow('Write it like')
  })

  it('is read from a document by its path, without what objects inherit', () => {
    expect(settingIn({ Ledger: { KeepRoots: 3 } }, 'Ledger.KeepRoots')).toBe(3)
    expect(settingIn({ Ledger: null }, 'Ledger.KeepRoots')).toBeUndefined()
    expect(settingIn({}, 'constructor.name')).toBeUndefined()
  })
})

describe('groupSettings()', () => {
  it('has a title for each setting of this version', () => {
    expect([...groupSettings(settings).keys()]).not.toContain('Others')
  })

  it('puts an unknown setting last', () => {
    const groups = groupSettings([{ name: 'Own.Fruit' }, { name: 'Import.CidVersion' }])

    expect([...groups.keys()]).toEqual(['Adding content', 'Others'])
  })
})

describe('pieces()', () => {
  it('gives the text of a description without its links', () => {
    expect(pieces('whether [peers](#peers) read `add` first')).toEqual([
      { text: 'Whether peers read ', isCode: false },
      { text: 'add', isCode: true },
      { text: ' first', isCode: false },
    ])
  })
})

describe('changesBetween()', () => {
  it('names each value that differs by its path', () => {
    expect(changesBetween({ A: { b: 1, c: [] }, D: 1 }, { A: { b: 2, c: [] }, E: null })).toEqual([
      { name: 'A.b', before: 1, after: 2 },
      { name: 'D', before: 1, after: undefined },
      { name: 'E', before: undefined, after: null },
    ])
  })
})
