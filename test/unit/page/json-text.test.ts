import { describe, expect, it } from 'vitest'
import { indentedJson, isBranch, parseJson } from '../../../web/app/json-text.ts'

describe('indentedJson()', () => {
  it('leaves numbers, strings and the order of keys as they are written', () => {
    const text = ' {"b":1234567890123456789,"2":[12.10,1e400 ,-0],"a{,": "\\u00e9\\"]: ","e" : [ ],"f":{ }}\n'

    expect(indentedJson(text).split('\n')).toEqual([
      '{',
      '  "b": 1234567890123456789,',
      '  "2": [',
      '    12.10,',
      '    1e400,',
      '    -0',
      '  ],',
      '  "a{,": "\\u00e9\\"]: ",',
      '  "e": [],',
      '  "f": {}',
      '}',
    ])
  })

  it.each(['[[1,{"a":null}],"x",true]', '"word"', '42'])('indents %s as JSON.stringify does', (text) => {
    expect(indentedJson(text)).toBe(JSON.stringify(JSON.parse(text), undefined, 2))
  })

  it('leaves text that is not JSON as it is', () => {
    expect(['{"a"', 'a, b', '{"a":1}\n{"a":2}'].map(indentedJson)).toEqual([
      '{"a"',
      'a, b',
      '{"a":1}\n{"a":2}',
    ])
  })

  it('limits the indent of deep values', () => {
    const depth = 2_000

    expect(indentedJson('['.repeat(depth) + ']'.repeat(depth)).length).toBeLessThan(depth * 200)
  })
})

describe('parseJson()', () => {
  it('keeps numbers that JavaScript would write differently, as no branches', () => {
    const text = '{"id":9007199254740993,"amount":12.10,"big":1e400,"plain":7}'
    const parsed = parseJson(text)

    expect(JSON.stringify(parsed)).toBe(text)
    expect(parsed).toHaveProperty('plain', 7)
    expect(isBranch(parsed) && Object.values(parsed).some(isBranch)).toBe(false)
  })
})
