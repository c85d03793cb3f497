import { describe, expect, it } from 'vitest'
import { formatCid, parseCid } from '../../../src/codec/cid/cid.ts'
import { multibaseFor } from '../../../src/codec/cid/multibase.ts'
import { parseGoDuration } from '../../../src/codec/go-duration.ts'
import { parseGatewayPath } from '../../../src/gateway/gateway-path.ts'
import { matchRules } from '../../../src/gateway/redirects-file/match-rule.ts'
import { parseRules } from '../../../src/gateway/redirects-file/parse-rules.ts'
import { headerParameter } from '../../../src/rpc/form/form-source.ts'
import { multipartBoundary } from '../../../src/rpc/form/multipart.ts'
import { parseChunker } from '../../../src/unixfs/chunk/chunker.ts'
import { parsePath } from '../../../src/unixfs/dag/parse-path.ts'
import { damagedText, fuzz, ROUNDS, SEED } from './fuzz.ts'

const CIDS = [
  'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn',
  'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
  'zdj7Wd8AMwqnhJGQCbFxBVodGSBG84TM7Hs1rcJuQMwTyfEDS',
  'f01551220d9c0e6a2b3a2c9b0f1e2d3c4b5a697887766554433221100ffeeddcc',
  'k51qzi5uqu5dlvj2baxnqndepeb86cbk3ng7n3i46uzyxzyqj2xjonzllnv0v8',
  'bafkqabiaaebagba',
]
const BASES = [
  'base2',
  'base8',
  'base10',
  'base16',
  'base32',
  'base36',
  'base58btc',
  'base64url',
  'base256emoji',
]

describe(`readers of texts under ${ROUNDS} damaged ones each, seed ${SEED}`, () => {
  it('CID: refuses, or reads what it prints again, in any base', () =>
    fuzz(
      (random) => damagedText(random.oneOf(CIDS), random),
      (text, random) => {
        const cid = parseCid(text)
        const base = multibaseFor(random.oneOf(BASES))
        expect(parseCid(formatCid(cid)).equals(cid)).toBe(true)
        expect(parseCid(formatCid(cid, { base })).equals(cid.toV1())).toBe(true)
      },
    ))

  it('content paths: refuse, or lead below a CID by names that lead nowhere else', () =>
    fuzz(
      (random) =>
        damagedText(`${random.oneOf(['', '/ipfs/', '/ipld/'])}${random.oneOf(CIDS)}/a/../b//c`, random),
      (text) => {
        const { names } = parsePath(text)
        expect(names.filter((name) => ['', '.', '..'].includes(name) || name.includes('/'))).toEqual([])
      },
    ))

  it('rules of _redirects: refuse, or lead to an address that a header can hold', () =>
    fuzz(
      (random) =>
        damagedText('/a/:b/* /c/:b?d=:splat#é 302\r\n# x\n/%C3%A9 https://example.org/ 404\n/* /x', random),
      (text) => {
        const to = matchRules(parseRules(text), ['a', '\\', 'é', '\r\n'])?.to ?? ''
        expect(to).toMatch(/^[\x21-\x7e]*$/)
      },
    ))

  it('gateway paths: refuse, or hold names that lead nowhere else', () =>
    fuzz(
      (random) => damagedText(`/ipfs/${random.oneOf(CIDS)}/a%2Fb/%C3%A9/c%20d/`, random),
      (text) => {
        const { names } = parseGatewayPath(text)
        expect(names.filter((name) => ['', '.', '..'].includes(name) || name.includes('/'))).toEqual([])
      },
    ))

  it('durations: are none, or of a finite length', () =>
    fuzz(
      (random) =>
        damagedText(random.oneOf(['1h2m3.5s', '300ms', '-1.5h', '0', '+.5µs', '9223372036s']), random),
      (text) => {
        const durationMs = parseGoDuration(text)
        if (durationMs !== undefined) expect(Math.abs(durationMs)).toBeLessThanOrEqual(2 ** 63 / 1e6)
      },
    ))

  it('header parameters: are none, or contained in the header', () =>
    fuzz(
      (random) =>
        damagedText(`form-data; name="file"; filename*=UTF-8''a%20b; filename="a \\"b\\" c"; x = y`, random),
      (text) => {
        for (const name of ['name', 'filename', 'x']) {
          const value = headerParameter(text, name)
          if (value !== undefined) expect(value.length).toBeLessThan(text.length)
        }
      },
    ))

  it('boundaries: are none, or of a length that fits', () =>
    fuzz(
      (random) => damagedText('multipart/form-data; charset=x; boundary="a \\"b\\" c"; y=z', random),
      (text) => {
        expect((multipartBoundary(text) ?? 'x').length).toSatisfy(
          (length: number) => length >= 1 && length <= 200,
        )
      },
    ))

  it('chunkers: refuse, or cut within the bound', () =>
    fuzz(
      (random) =>
        damagedText(
          random.oneOf(['size-262144', 'rabin-16-32-64', 'rabin-min:16-avg:32-max:64', 'buzhash']),
          random,
        ),
      parseChunker,
    ))

  it.each([
    ['header parameters', (text: string) => headerParameter(`form-data${text}`, 'filename')],
    ['durations', parseGoDuration],
    ['boundaries', (text: string) => multipartBoundary(`multipart/form-data${text}`)],
  ])('%s of a megabyte of anything are read before the test gives up', (_, read) => {
    const patterns = [
      '; ',
      ';a',
      ';a=',
      ';a="',
      '";',
      '\\"',
      ';filename',
      '1',
      '1.',
      '1h',
      ' ',
      '=;',
      ';a=\\',
    ]

    for (const pattern of patterns)
      expect(typeof read(pattern.repeat(2 ** 19 / pattern.length))).toBeDefined()
  })
})
