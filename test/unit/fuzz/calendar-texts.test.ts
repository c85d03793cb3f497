import { describe, expect, it } from 'vitest'
import { probe } from '../../../src/calendar/pictures/probe.ts'
import { readCost } from '../../../src/calendar/rest/read/read-patch.ts'
import { formatCost } from '../../../src/calendar/text/cost.ts'
import { readTextQuery } from '../../../src/calendar/text/fold.ts'
import { renderContent, renderTitle } from '../../../src/calendar/text/render.ts'
import { slugOf } from '../../../src/calendar/text/slug.ts'
import { parseDate } from '../../../src/calendar/time/parse-date.ts'
import { parseZone, UTC } from '../../../src/calendar/time/zone.ts'
import { NOW_MS } from '../calendar/called-calendar.ts'
import { damaged, damagedText, fuzz } from './fuzz.ts'

const DATES = [
  '2027-05-01 10:00:00',
  'May 1, 2027 8pm',
  '1 May 2027 10:00 EST',
  '20270501T100000Z',
  'first monday of june 2027',
  'last day of next month',
  '+1 week 2 days ago',
  '2027-W18-6',
  '1809165600',
]

const TEXTS = [
  'It\'s "a" test -- 9\'6" & more...',
  '<p>one</p>\n\n<b onclick="x()">two</b> <a href="javascript:x()">three</a>',
  '<script>alert(1)</script><style>a</style><iframe srcdoc="<script>">',
  'Über Straße café 日本 🎉',
  '$1,250.00 - 20 €, 30 or 40',
  '"open air" café -jazz',
  'Europe/Paris UTC+5:30 +02:00',
]

describe('damaged texts of the calendar', () => {
  it('are dates within four digits of a year, or none', () =>
    fuzz(
      (random) => damagedText(random.oneOf(DATES), random),
      (text) => {
        const date = parseDate(text, { zone: UTC, nowMs: NOW_MS })
        if (date) expect(date.wall).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
      },
    ))

  it('are zones with an offset of a day at most, or none', () =>
    fuzz(
      (random) =>
        damagedText(random.oneOf(['Europe/Paris', 'UTC+5:30', '+02:00', 'EST', 'Etc/GMT+5']), random),
      (text) => {
        const zone = parseZone(text, UTC)
        if (zone) expect(Math.abs(zone.offsetMs(NOW_MS))).toBeLessThan(86_400_000)
      },
    ))

  it('are rendered without what runs', () =>
    fuzz(
      (random) => damagedText(random.oneOf(TEXTS), random),
      (text) => {
        for (const html of [renderContent(text), renderTitle(text)]) {
          expect(html).not.toMatch(/<(script|style|iframe)|<[a-z][^<>]*\sonclick=|="\s*javascript:/i)
        }
      },
    ))

  it('are slugs that are their own slug, costs and searches', () =>
    fuzz(
      (random) => damagedText(random.oneOf(TEXTS), random),
      (text) => {
        const slug = slugOf(text)
        expect(slug).toMatch(/^(?:[a-z0-9_-]|%[\da-f]{2}){0,200}$/)
        expect(slugOf(slug)).toBe(slug)
        expect(formatCost(readCost(text)).details.values.length).toBeLessThanOrEqual(10)
        for (const term of readTextQuery(text).all) expect(term).not.toBe('')
      },
    ))

  it('are pictures of a size, or none', () => {
    const gif = new Uint8Array([...new TextEncoder().encode('GIF89a'), 3, 0, 2, 0, 0, 0, 0])
    return fuzz(
      (random) => damaged(gif, random),
      (bytes) => {
        const picture = probe(bytes)
        if (picture) expect(Math.min(picture.width, picture.height)).toBeGreaterThan(0)
      },
    )
  })
})
