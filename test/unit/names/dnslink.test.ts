import { describe, expect, it } from 'vitest'
import { decodeTextAnswer, encodeTextQuestion } from '../../../src/names/dnslink/dns-message.ts'
import { dnsOverHttps } from '../../../src/names/dnslink/dns-over-https.ts'
import { createDnslinks } from '../../../src/names/dnslink/dnslinks.ts'
import { answerDns, dnsAnswer } from '../../requests/dns-stub.ts'
import { damaged, fuzz, ROUNDS, SEED } from '../fuzz/fuzz.ts'

const NAME = '_dnslink.dnslink-test.example.org'

describe('DNS messages', () => {
  it('ask for TXT records of a name, with the id 0', () => {
    expect(Buffer.from(encodeTextQuestion('a.bc')).toString('hex')).toBe(
      '0000010000010000000000000161026263000010' + '0001',
    )
  })

  it('hold the texts of an answer, in several strings each, and the shortest time', () => {
    const records = [
      [0xc0, 12, 0, 5, 0, 1, 0, 0, 0, 7, 0, 2, 0xc0, 12],
      [0xc0, 12, 0, 16, 0, 1, 0, 0, 1, 0, 0, 5, 1, 0x61, 2, 0x62, 0x63],
      [1, 0x78, 0, 0, 16, 0, 3, 0, 0, 1, 0, 0, 1, 0],
    ]
    const answer = Uint8Array.from([0, 0, 0x81, 0x80, 0, 0, 0, 3, 0, 0, 0, 0, ...records.flat()])

    expect(decodeTextAnswer(answer)).toEqual({ texts: ['abc'], ttlSeconds: 7 })
  })

  it('take a time with its highest bit set for none', () => {
    const record = [0, 0, 16, 0, 1, 0x80, 0, 0, 0, 0, 2, 1, 0x61]
    const answer = Uint8Array.from([0, 0, 0x81, 0x80, 0, 0, 0, 1, 0, 0, 0, 0, ...record])

    expect(decodeTextAnswer(answer)).toEqual({ texts: ['a'], ttlSeconds: 0 })
  })

  it.each([
    ['nothing', []],
    ['a question', [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['an error of the server', [0, 0, 0x81, 0x82, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['a part', [0, 0, 0x83, 0x80, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['65,535 records without one', [0, 0, 0x81, 0x80, 0, 0, 255, 255, 0, 0, 0, 0]],
    ['a name of reserved form', [0, 0, 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0, 0x80, 0]],
    ['data that is cut off', [0, 0, 0x81, 0x80, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 16, 0, 1, 0, 0, 0, 0, 0, 9, 1]],
  ])('are refused: %s', (_, bytes) => {
    expect(() => decodeTextAnswer(Uint8Array.from(bytes))).toThrow('the resolver answers with')
  })

  it(`refuse, or are read, under ${ROUNDS} damaged ones, seed ${SEED}`, () =>
    fuzz(
      (random) => damaged(dnsAnswer(encodeTextQuestion(NAME)), random),
      (bytes) => {
        const { ttlSeconds } = decodeTextAnswer(bytes)
        expect(ttlSeconds).toBeGreaterThanOrEqual(0)
      },
    ))

  it.each(['', 'a..b', '.', `${'a'.repeat(64)}.b`, Array.from({ length: 130 }, () => 'a').join('.')])(
    'hold no question for %j',
    (name) => {
      expect(() => encodeTextQuestion(name)).toThrow('not a valid domain name')
    },
  )
})

/** Resolvers at two addresses, of which the first fails. */
function resolvers({ first = () => new Response(null, { status: 500 }) }: { first?: () => Response } = {}) {
  const asked: Request[] = []
  const clock = {
    now: () => 0,
    sleep: (_: number, { signal }: { signal?: AbortSignal | undefined } = {}) =>
      new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  }
  const outbound = {
    refusal: ({ host }: URL) => (host.endsWith('.example') ? undefined : 'it is not named'),
    async fetch(request: Request) {
      asked.push(request)
      return new URL(request.url).host === 'a.example' ? first() : answerDns(request.url)
    },
  }
  const addresses = ['https://not.named/q', 'https://a.example/q', 'https://b.example/q?token=1']
  return { asked, resolveTexts: dnsOverHttps({ resolvers: addresses, outbound, clock }) }
}

describe('dnsOverHttps', () => {
  it('asks the next resolver when one fails, each by its own address', async () => {
    const { asked, resolveTexts } = resolvers()

    expect((await resolveTexts(NAME)).texts).toEqual([
      'dnslink=/ipfs/bafkreicysg23kiwv34eg2d7qweipxwosdo2py4ldv42nbauguluen5v6am',
    ])
    expect(asked.map(({ url }) => url.replace(/dns=.*/, ''))).toEqual([
      'https://a.example/q?',
      'https://b.example/q?token=1&',
    ])
    expect(asked.at(0)?.headers.get('Accept')).toBe('application/dns-message')
  })

  it('asks the next one after too long an answer, a redirect, and one that is no DNS message', async () => {
    for (const first of [
      () => new Response(new Uint8Array(70_000)),
      () => new Response(null, { status: 302, headers: { Location: 'https://elsewhere.example/' } }),
      () => new Response('<html>'),
    ]) {
      const { asked, resolveTexts } = resolvers({ first })

      expect((await resolveTexts(NAME)).texts).toHaveLength(1)
      expect(asked).toHaveLength(2)
    }
  })
})

/** DNSLinks of a domain whose records a test chooses, and how often it was asked for. */
function links(records: () => { texts: readonly string[]; ttlSeconds: number }) {
  let nowMs = 0
  const asked: string[] = []
  const dnslinks = createDnslinks({
    clock: { now: () => nowMs },
    async resolveTexts(name) {
      asked.push(name)
      return records()
    },
  })
  return { asked, pass: (ms: number) => (nowMs += ms), resolve: dnslinks.resolve }
}

describe('createDnslinks', () => {
  it('asks once until the time of the record is over, and tells what is left of it', async () => {
    const { asked, pass, resolve } = links(() => ({ texts: ['dnslink=/ipfs/bafkqaaa/a'], ttlSeconds: 60 }))

    await Promise.all([resolve('A.example.org'), resolve('a.example.org.')])
    pass(59_000)
    expect(await resolve('a.example.org')).toEqual({ path: '/ipfs/bafkqaaa/a', ttlMs: 1000 })
    expect(asked).toEqual(['_dnslink.a.example.org'])
    pass(1000)
    await resolve('a.example.org')
    expect(asked).toHaveLength(2)
  })

  it('keeps nothing that allows no time, and nothing longer than a day', async () => {
    let ttlSeconds = 0
    const { asked, pass, resolve } = links(() => ({ texts: ['dnslink=/ipfs/bafkqaaa'], ttlSeconds }))

    await resolve('a.example.org')
    ttlSeconds = 2 ** 31 - 1
    expect((await resolve('a.example.org')).ttlMs).toBe(86_400_000)
    pass(86_400_000)
    await resolve('a.example.org')
    expect(asked).toHaveLength(3)
  })

  it('does not ask again at once for a domain without a link, and keeps no failure', async () => {
    let isDown = true
    const { asked, pass, resolve } = links(() => {
      if (isDown) throw new Error('down')
      return { texts: ['v=spf1', 'dnslink=', 'dnslink=/ipld/bafkqaaa', 'dnslink=nothing'], ttlSeconds: 0 }
    })

    await expect(resolve('a.example.org')).rejects.toThrow('down')
    isDown = false
    await expect(resolve('a.example.org')).rejects.toThrow('missing a DNSLink record')
    await expect(resolve('a.example.org')).rejects.toThrow('missing a DNSLink record')
    expect(asked).toHaveLength(2)
    pass(30_000)
    await expect(resolve('a.example.org')).rejects.toThrow('missing a DNSLink record')
    expect(asked).toHaveLength(3)
  })

  it('remembers 1,024 domains', async () => {
    const { asked, resolve } = links(() => ({ texts: ['dnslink=/ipfs/bafkqaaa'], ttlSeconds: 60 }))

    for (let at = 0; at <= 1024; at += 1) await resolve(`a${at}.example.org`)
    await resolve('a1024.example.org')
    expect(asked).toHaveLength(1025)
    await resolve('a0.example.org')
    expect(asked).toHaveLength(1026)
  })

  it('knows letters of other scripts by the name that resolvers know', async () => {
    const { asked, resolve } = links(() => ({ texts: ['dnslink=/ipfs/bafkqaaa'], ttlSeconds: 60 }))

    await resolve('Bücher.example')
    expect(asked).toEqual(['_dnslink.xn--bcher-kva.example'])
  })
})
