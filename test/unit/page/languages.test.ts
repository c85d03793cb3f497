import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chosenLanguage, LANGUAGES, localeOf } from '../../../web/app/language/language.ts'

const app = join(import.meta.dirname, '../../../web/app')
const tables = globSync('*.ts', { cwd: join(app, 'language/texts/en') })

describe('languages of the page', () => {
  it('have the same texts, none of which is empty, with the same values in each', async () => {
    expect(tables.length).toBeGreaterThan(0)
    for (const table of tables) {
      const [english = {}, ...others] = await Promise.all(LANGUAGES.map((each) => textsOf(each, table)))
      for (const other of others) {
        expect(Object.keys(other), table).toEqual(Object.keys(english))
        for (const [name, text] of Object.entries(other)) {
          expect(usedIn(text), `${table} ${name}`).toEqual(usedIn(english[name]))
          expect(JSON.stringify(wordsOf(text)), `${table} ${name}`).not.toMatch(/""|undefined/)
        }
      }
    }
  })

  it('have the texts that markup names', async () => {
    const frame = await textsOf('en', 'frame.ts')
    const all = new Set(Object.keys(frame))
    for (const table of tables) for (const name of Object.keys(await textsOf('en', table))) all.add(name)
    for (const file of globSync('**/*.html', { cwd: app })) {
      const markup = readFileSync(join(app, file), 'utf8')
      for (const [, name = ''] of markup.matchAll(/\{(\w+)\}/g)) expect(all, file).toContain(name)
      for (const [, name = ''] of markup.matchAll(/data-(?:text|label)="(\w+)"/g))
        expect(Object.keys(frame), file).toContain(name)
    }
  })

  it('are chosen, or the first of the browser that the page has', () => {
    expect(chosenLanguage('fr', ['de'])).toBe('fr')
    expect(chosenLanguage('system', ['pt-BR', 'de-AT', 'en'])).toBe('de')
    expect(chosenLanguage('system', ['pt'])).toBe('en')
    expect([localeOf('en', ['de', 'en-GB']), localeOf('fr', ['de'])]).toEqual(['en-GB', 'fr'])
    expect(localeOf('en', ['en-US@posix', 'en'])).toBe('en')
  })
})

async function textsOf(language: string, table: string): Promise<Readonly<Record<string, unknown>>> {
  const module: object = await import(join(app, 'language/texts', language, table))
  return Object.values(module)[0]
}

/** What a text says when its values are called `«1»`, `«2»`. One function may take an object of them. */
function wordsOf(text: unknown): unknown {
  if (typeof text !== 'function') return text
  return text(named('1'), named('2'))
}

/** A value that is a text, and an object of texts. */
function named(value: string): unknown {
  return new Proxy(() => `«${value}»`, {
    get: (_, key) => (key === Symbol.toPrimitive ? () => `«${value}»` : `«${String(key)}»`),
  })
}

/** The values that a text shows, and for numbers its forms. */
function usedIn(text: unknown): readonly string[] {
  const said = wordsOf(text)
  if (typeof said === 'object' && said !== null) return Object.keys(said)
  return (String(said).match(/«\w+»/g) ?? []).toSorted()
}
