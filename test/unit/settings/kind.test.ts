import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  byteSize,
  converted,
  duration,
  factsOf,
  flag,
  oneOf,
  parsedBy,
  type SettingKind,
  safeNumber,
  textThat,
  wholeNumber,
} from '../../../src/settings/kind.ts'
import { addresses, endpoints, hosts, origins, sites } from '../../../src/settings/list-kinds.ts'

const upper = textThat((text) => /^[A-Z]+$/.test(text), { what: 'a word', example: 'WORD' })

interface Kinds {
  readonly kind: SettingKind<unknown>
  readonly form: string
  readonly right: readonly (readonly [string, unknown])[]
  readonly wrong: readonly string[]
  readonly reason: string
}

const KINDS: Readonly<Record<string, Kinds>> = {
  flag: {
    kind: flag,
    form: 'flag',
    right: [
      ['true', true],
      ['false', false],
    ],
    wrong: ['yes', '1', 'True', ' true'],
    reason: 'neither "true" nor "false"',
  },
  'a word of several': {
    kind: oneOf(['on', 'off'], 'neither "on" nor "off"'),
    form: 'text',
    right: [['off', 'off']],
    wrong: ['On', 'onoff'],
    reason: 'neither "on" nor "off"',
  },
  'a text with a rule': {
    kind: upper,
    form: 'text',
    right: [['AB', 'AB']],
    wrong: ['ab', 'A B'],
    reason: 'not a word such as "WORD"',
  },
  'a converted text': {
    kind: converted(upper, (text) => text.length),
    form: 'text',
    right: [['AB', 2]],
    wrong: ['ab'],
    reason: 'not a word such as "WORD"',
  },
  'a number of 64 bits': {
    kind: wholeNumber({ from: 0n, to: 2n ** 64n - 1n }),
    form: 'number',
    right: [
      ['0', 0n],
      ['007', 7n],
      ['18446744073709551615', 2n ** 64n - 1n],
    ],
    wrong: ['-1', '1.5', '1e3', '18446744073709551616', `${'0'.repeat(20)}1`],
    reason: 'not a number from 0 to 18446744073709551615',
  },
  'a number of seconds as milliseconds': {
    kind: safeNumber({ from: 2n, to: 60n, unit: 'seconds', times: 1000 }),
    form: 'number',
    right: [
      ['2', 2000],
      ['60', 60_000],
    ],
    wrong: ['1', '61', 'five'],
    reason: 'not a number of seconds from 2 to 60',
  },
  'a size': {
    kind: byteSize({ from: 1, to: 2 ** 20, shown: 'from 1B to 1MiB' }),
    form: 'text',
    right: [
      ['1B', 1],
      ['256KiB', 262_144],
      ['1 MB', 1_000_000],
    ],
    wrong: ['0', '2MiB', 'much'],
    reason: 'not a size from 1B to 1MiB',
  },
  'a duration': {
    kind: duration({ longest: '48h' }),
    form: 'text',
    right: [
      ['1h30m', 5_400_000],
      ['0', 0],
      ['48h', 172_800_000],
    ],
    wrong: ['48h1s', '-1h', 'soon'],
    reason: 'not a duration up to 48h, such as "1h30m"',
  },
  hosts: {
    kind: hosts,
    form: 'list',
    right: [
      ['a.example,, b.example:8080 ', ['a.example', 'b.example:8080']],
      [' , ', []],
    ],
    wrong: ['a/b', 'a.example, https://b.example'],
    reason: 'not a host such as "images.example.org"',
  },
  origins: {
    kind: origins,
    form: 'list',
    right: [
      [
        'a.example, 127.0.0.1:8080, localhost',
        ['https://a.example', 'http://127.0.0.1:8080', 'http://localhost'],
      ],
    ],
    wrong: ['http://a.example'],
    reason: 'not a host such as "images.example.org"',
  },
  endpoints: {
    kind: endpoints,
    form: 'list',
    right: [['127.0.0.1:80, [::1]:8080', ['127.0.0.1:80', '[::1]:8080']]],
    wrong: ['chat.example', 'a.example:0'],
    reason: 'not a host with its port such as "127.0.0.1:8080"',
  },
  addresses: {
    kind: addresses,
    form: 'list',
    right: [['https://r.example, http://127.0.0.1:80', ['https://r.example', 'http://127.0.0.1:80']]],
    wrong: ['r.example', 'http://r.example', 'https://me:secret@r.example'],
    reason: 'not an address such as "https://dns.example.org/dns-query"',
  },
  sites: {
    kind: sites,
    form: 'list',
    right: [['Docs.Example.org, *.example.net', ['docs.example.org', '*.example.net']]],
    wrong: ['*', 'a.example:80', '10.0.0.1'],
    reason: 'not a domain, or all domains below one, such as "*.example.org"',
  },
}

describe.each(Object.entries(KINDS))('%s', (_, { kind, form, right, wrong, reason }) => {
  it('gives the value of each right text', () => {
    expect(right.map(([text]) => z.parse(kind, text))).toEqual(right.map(([, value]) => value))
  })

  it('refuses each wrong text, and says why', () => {
    const reasons = wrong.map((text) => z.safeParse(kind, text).error?.issues[0]?.message)

    expect(reasons).toEqual(wrong.map(() => reason))
  })

  it('has a form, and an example that it accepts', () => {
    expect(factsOf(kind)?.form).toBe(form)
    expect(z.safeParse(kind, factsOf(kind)?.example).success).toBe(true)
  })
})

describe('parsedBy()', () => {
  it('passes on the error of the parser', () => {
    const kind = parsedBy(JSON.parse, { form: 'text', example: '{}' })

    expect(z.parse(kind, '[1]')).toEqual([1])
    expect(() => z.parse(kind, '{')).toThrow(SyntaxError)
  })
})
