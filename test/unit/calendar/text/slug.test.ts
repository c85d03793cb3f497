import { describe, expect, it } from 'vitest'
import { slugOf, uniqueSlug } from '../../../../src/calendar/text/slug.ts'
import { acceptedCreations } from '../recorded.ts'

const NAMES = { events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' }

describe('slugOf()', () => {
  it.each([
    ['Über Straße café', 'uber-strase-cafe'],
    ['日本', '%e6%97%a5%e6%9c%ac'],
    ['UPPER_case.dot', 'upper_case-dot'],
    ['a/b – c', 'a-b-c'],
    ['Rock & Roll', 'rock-roll'],
    ['Rock &amp; Roll', 'rock-roll'],
    ['<b>Bold</b> <script>', 'bold'],
    ['100% & 50%', '100-50'],
    ['%e6%97%a5', '%e6%97%a5'],
    ['1.250,00 €', '1-25000-e'],
    ["--It's  fine--", 'its-fine'],
    ['Ægir Łódź', 'aegir-lodz'],
    ['Re\u0301sume\u0301', 'resume'],
    ['\u202Eabc\u202C\u200B', 'abc'],
    ['a\uD800b', 'ab'],
    ['© 2027 ™ 20° 5×5', '2027-20-5x5'],
    ['🎉 Party', '%f0%9f%8e%89-party'],
    ['!!!', ''],
    ['', ''],
  ])('makes %j to %j', (text, slug) => {
    expect(slugOf(text)).toBe(slug)
  })

  it('is 200 bytes at most and never ends within a letter', () => {
    expect(slugOf('a'.repeat(1e6))).toBe('a'.repeat(200))
    expect(slugOf('日'.repeat(1e5))).toBe('%e6%97%a5'.repeat(22))
    expect(slugOf('<'.repeat(1e6))).toBe('')
    for (const start of ['', 'a', 'ab']) {
      expect(slugOf(start + '%e6%97%a5'.repeat(30))).toBe(start + '%e6%97%a5'.repeat(22))
      expect(slugOf(start + '%f0%9f%8e%89'.repeat(30))).toBe(start + '%f0%9f%8e%89'.repeat(16))
    }
  })

  it('gives what it was given when that is a slug', () => {
    for (const slug of ['%e6%97%a5-2', 'ends-with-2', 'upper_case-dot']) expect(slugOf(slug)).toBe(slug)
  })

  const named = Object.entries(NAMES).flatMap(([collection, name]) =>
    acceptedCreations(collection).flatMap(({ id, sent, answered }) => {
      const text = sent['slug'] ?? sent[name]
      const slug = String(answered['slug'])
      return slug === '' ? [] : [{ id, text: String(text), slug }]
    }),
  )

  it('finds enough recorded names', () => {
    expect(named.length).toBeGreaterThan(250)
  })

  it.each(named)('makes the slug of $id as recorded', ({ text, slug }) => {
    const own = slugOf(text)

    expect(own === '' ? /^\d+$/.test(slug) : slug.replace(/-\d+$/, '') === own.replace(/-\d+$/, '')).toBe(
      true,
    )
  })
})

describe('uniqueSlug()', () => {
  it('counts from 2 until one is free', () => {
    const taken = new Set(['ends-with-2', 'name', 'name-2'])
    const isTaken = (slug: string) => taken.has(slug)

    expect(uniqueSlug('free', isTaken)).toBe('free')
    expect(uniqueSlug('name', isTaken)).toBe('name-3')
    expect(uniqueSlug('ends-with-2', isTaken)).toBe('ends-with-2-2')
  })

  it('keeps its number within 200 bytes', () => {
    const long = '%e6%97%a5'.repeat(22)
    const longer = `ab${long}`

    const numbered = uniqueSlug(long, (slug) => slug === long)

    expect(numbered).toBe(`${'%e6%97%a5'.repeat(22)}-2`)
    expect(uniqueSlug(longer, (slug) => slug === longer)).toBe(`ab${'%e6%97%a5'.repeat(21)}-2`)
    expect(uniqueSlug('a'.repeat(200), (slug) => slug.length === 200 && !slug.endsWith('-2'))).toHaveLength(
      200,
    )
  })
})
