import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { removeDescriptions } from '../../../web/app/build/without-descriptions-plugin.ts'

const COMMANDS = join(import.meta.dirname, '../../../src/rpc/commands')

describe('removeDescriptions()', () => {
  const source = readFileSync(join(COMMANDS, 'add.ts'), 'utf8')
  const removed = removeDescriptions(source)

  it('removes the descriptions of a command and of its options, and the schema of its reply', () => {
    expect(removed).not.toContain('Add files and directories')
    expect(removed).not.toContain('Pin each root recursively')
    expect(removed).toMatch(/reply: ndjson\( +\)/)
  })

  it('keeps every other text, and each position', () => {
    const kept = removed.split('\n')

    expect(kept.map((line) => line.length)).toEqual(source.split('\n').map((line) => line.length))
    expect(removed).toContain(`path: 'add'`)
    expect(removed).toMatch(/hash: text\('' +, \{/)
    expect(removed).toContain('fallback: 32')
  })

  it('leaves functions of the same names alone where they declare nothing', () => {
    const own = `const text = (value: string) => value\nexport const shown = text('kept')\n`

    expect(removeDescriptions(own)).toBe(own)
  })
})
