import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import { goJson } from '../../../src/rpc/print/go-json.ts'

describe('goJson()', () => {
  it.each<[unknown, string]>([
    [{ a: 1, b: [true, null] }, '{"a":1,"b":[true,null]}'],
    ['<a href="x">&</a>', '"\\u003ca href=\\"x\\"\\u003e\\u0026\\u003c/a\\u003e"'],
    ['\u2028\u2029', '"\\u2028\\u2029"'],
    ['\n\r\t', '"\\n\\r\\t"'],
    ['\b\f\u0000\u001f', '"\\u0008\\u000c\\u0000\\u001f"'],
    ['\\b \\u003c', '"\\\\b \\\\u003c"'],
    ['\ud800', '"\\ufffd"'],
    ['😀é\u007f', '"😀é\u007f"'],
    [1e21, '1e+21'],
    [1e-7, '1e-7'],
    [{ kept: '', gone: undefined }, '{"kept":""}'],
    [{ '<': 1 }, '{"\\u003c":1}'],
  ])('prints %j as %s', (value, printed) => {
    expect(goJson(value)).toBe(printed)
  })

  it('prints text that reads back as the same value', () => {
    const seed = 20260
    const random = seededRandom(seed)
    for (let round = 0; round < 500; round += 1) {
      const text = new TextDecoder('utf-16le').decode(random.bytes(40)).replace(/\p{Surrogate}/gu, '\ufffd')

      expect(JSON.parse(goJson({ text })), `seed ${seed}, round ${round}`).toEqual({ text })
    }
  })
})
