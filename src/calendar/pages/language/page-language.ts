import type { Scope } from '../../rest/scope.ts'
import { UTC } from '../../time/zone.ts'
import { isSiteDay, type Month, type SiteDay } from '../site-days.ts'
import type { LanguageCode } from './choose-language.ts'
import { de } from './texts/de.ts'
import { en, type SiteTexts } from './texts/en.ts'
import { fr } from './texts/fr.ts'

/** A language as the public pages speak and format it. */
export interface PageLanguage {
  readonly code: LanguageCode
  readonly texts: SiteTexts
  /** The days of the week from Monday on. */
  readonly weekdays: readonly { readonly name: string; readonly short: string }[]
  /** `Sunday 22 November 2026`. The zone is applied already, so that every host prints the same. */
  dayText(day: SiteDay): string
  /** `November 2026`. */
  monthText(month: Month): string
  /** A day beside a time: `22 November 2026`. */
  dateText(day: SiteDay): string
  numberText(count: number): string
  /** `1 event`, `12 events`. */
  eventCount(count: number): string
}

/** The context of one answer of the public pages. */
export interface PageScope extends Scope {
  readonly language: PageLanguage
  /** The language that the address of the page names, which its links keep; absent when it follows the browser's. */
  readonly chosenLanguage?: LanguageCode | undefined
}

const TEXTS: Readonly<Record<LanguageCode, SiteTexts>> = { en, de, fr }

/** The locale of numbers and dates. */
const LOCALES: Readonly<Record<LanguageCode, string>> = { en: 'en-GB', de: 'de', fr: 'fr' }

/** 2 January 2040, a Monday. */
const MONDAY_MS = Date.UTC(2040, 0, 2)
const DAY_MS = 86_400_000

const made = new Map<LanguageCode, PageLanguage>()

/** The language of a code. Formatters are made once, at the first page that needs them. */
export function pageLanguage(code: LanguageCode): PageLanguage {
  const language = made.get(code) ?? createLanguage(code)
  made.set(code, language)
  return language
}

function createLanguage(code: LanguageCode): PageLanguage {
  const locale = LOCALES[code]
  const texts = TEXTS[code]
  const formatter = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: UTC.label, ...options })
  const day = formatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const month = formatter({ month: 'long', year: 'numeric' })
  const date = formatter({ day: 'numeric', month: 'long', year: 'numeric' })
  const [name, short] = [formatter({ weekday: 'long' }), formatter({ weekday: 'short' })]
  const number = new Intl.NumberFormat(locale, { useGrouping: 'min2' })
  const plural = new Intl.PluralRules(locale)

  return {
    code,
    texts,
    weekdays: Array.from({ length: 7 }, (_, index) => {
      const ms = MONDAY_MS + index * DAY_MS
      return { name: name.format(ms), short: short.format(ms) }
    }),
    dayText: (text) => {
      const written = day.format(Date.parse(text))
      return code === 'en' ? written.replace(',', '') : written
    },
    monthText: (text) => month.format(Date.parse(`${text}-01`)),
    dateText: (text) => (isSiteDay(text) ? date.format(Date.parse(text)) : text),
    numberText: (count) => number.format(count),
    eventCount: (count) => {
      const form = plural.select(count) === 'one' ? 'one' : 'other'
      return texts.eventCount[form].replace('#', number.format(count))
    },
  }
}
