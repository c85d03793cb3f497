import { describe, expect, it } from 'vitest'
import { boundedRequest } from '../../../src/net/trustless-gateway/bounded-request.ts'
import type { Clock } from '../../../src/ports/clock.ts'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Others by their addresses, all of which may be asked but those of `closed.example`. */
function others(answers: Readonly<Record<string, () => Response>>) {
  const asked: string[] = []
  const outbound = {
    refusal: ({ host }: URL) => (host === 'closed.example' ? 'it is closed' : undefined),
    async fetch({ url }: Request) {
      asked.push(url)
      const answer = answers[url]
      if (!answer) throw new TypeError('no answer')
      return answer()
    },
  }
  return { asked, outbound }
}

/** Waits between attempts are over at once; the time for an answer never is. */
const clock: Pick<Clock, 'sleep'> = {
  sleep: (durationMs, { signal } = {}) =>
    new Promise((resolve, reject) => {
      if (durationMs < 1000) resolve()
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    }),
}

const moved = (to: string) => () => new Response(null, { status: 302, headers: { Location: to } })

const HOP = 'https://a.example/1'

describe('boundedRequest()', () => {
  it('follows no redirection that the caller has not allowed', async () => {
    const { asked, outbound } = others({ [HOP]: moved('/2') })

    await expect(boundedRequest(new URL(HOP), { outbound, clock, maxBytes: 10 })).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(asked).toEqual([HOP])
  })

  it('follows as many as are allowed, from one host to another, and no more', async () => {
    const chain = {
      [HOP]: moved('/2'),
      'https://a.example/2': moved('https://b.example/3'),
      'https://b.example/3': () => new Response('there'),
    }
    const options = { clock, maxBytes: 10 }

    const { bytes } = await boundedRequest(new URL(HOP), { ...options, ...others(chain), maxRedirects: 2 })

    expect(text(bytes)).toBe('there')
    await expect(
      boundedRequest(new URL(HOP), { ...options, ...others(chain), maxRedirects: 1 }),
    ).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('asks for no redirection to an address that must not be asked', async () => {
    const { asked, outbound } = others({ [HOP]: moved('https://closed.example/') })

    await expect(
      boundedRequest(new URL(HOP), { outbound, clock, maxBytes: 10, maxRedirects: 3 }),
    ).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Cannot ask "https://closed.example": it is closed',
    })
    expect(asked).toEqual([HOP])
  })

  it('leaves a body unread that the caller does not want by its headers', async () => {
    let isLeft = false
    const body = new ReadableStream<Uint8Array>({
      cancel() {
        isLeft = true
      },
    })
    const { outbound } = others({
      [HOP]: () => new Response(body, { headers: { 'Content-Type': 'text/html' } }),
    })
    const accepts = (headers: Headers) => headers.get('Content-Type') === 'image/png'

    const answer = await boundedRequest(new URL(HOP), { outbound, clock, maxBytes: 10, accepts })

    expect([answer.status, answer.bytes.byteLength, isLeft]).toEqual([200, 0, true])
  })

  it.each([
    [undefined, 3],
    [1, 1],
  ])('with maxTries %s asks %d times when the host does not answer', async (maxTries, times) => {
    const { asked, outbound } = others({})
    const options = { outbound, clock, maxBytes: 10, ...(maxTries !== undefined && { maxTries }) }

    await expect(boundedRequest(new URL(HOP), options)).rejects.toMatchObject({ code: 'unavailable' })
    expect(asked).toHaveLength(times)
  })

  it('blames rules for other origins only in a browser', async () => {
    const { outbound } = others({})
    const options = { clock, maxBytes: 10 }
    const unanswered = 'Cannot read "https://a.example/1": it does not answer'
    const rest = '. Check the address, then try again'

    await expect(boundedRequest(new URL(HOP), { ...options, outbound })).rejects.toThrow(unanswered + rest)
    await expect(
      boundedRequest(new URL(HOP), { ...options, outbound: { ...outbound, isCrossOrigin: true } }),
    ).rejects.toThrow(`${unanswered}, or lets no page of another origin read${rest}`)
  })

  it('aborts a request that takes longer than the caller allows', async () => {
    const late: Pick<Clock, 'sleep'> = {
      sleep: async (durationMs, { signal } = {}) => {
        if (durationMs === 15_000) return
        await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      },
    }
    const { outbound } = others({ [HOP]: () => new Response(new ReadableStream()) })

    await expect(
      boundedRequest(new URL(HOP), { outbound, clock: late, maxBytes: 10, maxMs: 15_000, maxTries: 1 }),
    ).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('within 15 seconds') })
  })
})
