import { describe, expect, it } from 'vitest'
import { goJsonError } from '../../../src/codec/go-json-error.ts'

describe('goJsonError()', () => {
  // Measured with the reference implementation 0.44.
  it.each([
    ['nope', "invalid character 'o' in literal null (expecting 'u')"],
    ['{', 'unexpected end of JSON input'],
    ['', 'unexpected end of JSON input'],
    ['nul', "invalid character ' ' in literal null (expecting 'l')"],
    ['1 2', "invalid character '2' after top-level value"],
    ['{"a"}', "invalid character '}' after object key"],
    ['[1,]', "invalid character ']' looking for beginning of value"],
    ["'x'", "invalid character '\\'' looking for beginning of value"],
    ['"x', 'unexpected end of JSON input'],
    ['tru', "invalid character ' ' in literal true (expecting 'e')"],
    ['-', "invalid character ' ' in numeric literal"],
    ['01', "invalid character '1' after top-level value"],
    ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
    ['1.', "invalid character ' ' after decimal point in numeric literal"],
    ['{"a":1', 'unexpected end of JSON input'],
    ['truex', "invalid character 'x' after top-level value"],
    ['[1 2]', "invalid character '2' after array element"],
    ['{"a":1 2}', "invalid character '2' after object key:value pair"],
    ['1e', "invalid character ' ' in exponent of numeric literal"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['"\\u00g0"', "invalid character 'g' in \\u hexadecimal character escape"],
    ['"\t"', "invalid character '\\t' in string literal"],
    [']', "invalid character ']' looking for beginning of value"],
    ['['.repeat(100_000), 'exceeded max depth'],
  ])('describes %.20j', (text, message) => {
    expect(goJsonError(text)).toBe(message)
  })

  it.each(['null', ' true ', '-0.5e+3', '"\\u00e9\\n\\"é"', '[]', '{}', '[1,{"a":[false,""]}]'])(
    'accepts %s',
    (text) => {
      expect(goJsonError(text)).toBeUndefined()
    },
  )
})
