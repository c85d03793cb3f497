import { describe, expect, it } from 'vitest'
import { withApiTable } from '../check/api-table.ts'

const stale = '# Pool\n<!-- api: written by `npm run docs` -->\nold\n<!-- /api -->\nend\n'

describe('withApiTable()', () => {
  it('writes what the registry serves between the markers, and nothing else', () => {
    const text = withApiTable(stale, [])

    expect(text).toContain('| Command | Takes | Does |')
    expect(text).not.toContain('old')
    expect(text).toMatch(/^# Pool\n/)
    expect(text).toMatch(/<!-- \/api -->\nend\n$/)
  })

  it('changes nothing when it is run again', () => {
    const text = withApiTable(stale)

    expect(withApiTable(text)).toBe(text)
  })

  it('tells a stale table from a fresh one', () => {
    expect(withApiTable(withApiTable(stale, []))).not.toBe(withApiTable(stale, []))
  })

  it('refuses a text without markers', () => {
    expect(() => withApiTable('# Pool\n')).toThrow('no markers')
  })
})
