import { describe, expect, it } from 'vitest'
import { answerStructure } from '../../../web/app/explorer/answer-structure.ts'

describe('answerStructure()', () => {
  it('makes a table of lines of objects, with an empty cell where a line lacks a column', () => {
    expect(answerStructure('{"Name":"a","Size":1}\n{"Name":"b"}\n')).toEqual({
      kind: 'table',
      columns: ['Name', 'Size'],
      rows: [
        ['a', 1],
        ['b', undefined],
      ],
    })
  })

  it('leaves the error that ends lines out of their table', () => {
    const structure = answerStructure('{"Ref":"a"}\n{"Message":"gone","Code":0,"Type":"error"}\n')

    expect(structure).toEqual({ kind: 'table', columns: ['Ref'], rows: [['a']] })
  })

  it('makes a tree of one value, of mixed lines, and of objects with too many keys', () => {
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, at])))

    expect(answerStructure('{\n "a": [1]\n}')).toEqual({ kind: 'tree', value: { a: [1] } })
    expect(answerStructure('{"a":1}\n[2]\n')).toEqual({ kind: 'tree', value: [{ a: 1 }, [2]] })
    expect(answerStructure(`${wide}\n${wide}\n`)?.kind).toBe('tree')
  })

  it('keeps numbers as they are written', () => {
    const cells = answerStructure('{"a":9007199254740993}\n{"a":1.0}\n')

    expect(JSON.stringify(cells)).toContain('"rows":[[9007199254740993],[1.0]]')
  })

  it.each(['plain text', '42', '1.0', '"word"', '', '{"cut": ', 'a\nb\n'])('leaves "%s" as text', (text) => {
    expect(answerStructure(text)).toBeUndefined()
  })
})
