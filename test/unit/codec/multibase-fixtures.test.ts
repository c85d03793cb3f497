import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { multibaseFor, multibaseOf } from '../../../src/codec/cid/multibase.ts'

/** Rows of a file: the text that they all encode first, then base and encoding. */
function vectors(name: string) {
  const path = join(import.meta.dirname, `../../fixtures/multiformats/multibase-${name}.csv`)
  const [header = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n')
  const text = quoted(header).replace('\\x00', '\0')
  return lines.map((line) => ({ base: line.split(',')[0] ?? '', encoded: quoted(line), text }))
}

function quoted(line: string): string {
  return line.slice(line.indexOf('"') + 1, line.lastIndexOf('"'))
}

const utf8 = new TextEncoder()

describe.each(['basic', 'leading_zero'])('multibase vectors, %s', (name) => {
  it.each(vectors(name))('$base encodes and decodes $text', ({ base, encoded, text }) => {
    const codec = multibaseFor(base)

    expect(codec?.encoder.encode(utf8.encode(text))).toBe(encoded)
    expect(multibaseOf(encoded)).toBe(codec)
    expect(codec?.decoder.decode(encoded)).toEqual(utf8.encode(text))
  })
})

describe('multibase vectors, case insensitivity', () => {
  it.each(vectors('case_insensitivity'))('$base reads $encoded', ({ base, encoded, text }) => {
    expect(multibaseFor(base)?.decoder.decode(encoded)).toEqual(utf8.encode(text))
  })
})
