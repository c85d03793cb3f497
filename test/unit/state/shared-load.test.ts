import { describe, expect, it } from 'vitest'
import { sharedLoad } from '../../../src/state/shared-load.ts'

function loader() {
  const calls: { signal: AbortSignal | undefined; end: (value: number) => void }[] = []
  const shared = sharedLoad<number>(({ signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    signal?.addEventListener('abort', () => reject(signal.reason))
    calls.push({ signal, end: resolve })
    return promise
  })
  return { calls, shared }
}

describe('sharedLoad()', () => {
  it('loads once for all who ask meanwhile, and again for those who come later', async () => {
    const { calls, shared } = loader()

    const asked = [shared(), shared()]
    calls[0]?.end(1)

    expect(await Promise.all(asked)).toEqual([1, 1])
    const later = shared()
    calls[1]?.end(2)
    expect(await later).toBe(2)
  })

  it('continues when one caller gives up, and ends when the last does', async () => {
    const { calls, shared } = loader()
    const [first, second] = [new AbortController(), new AbortController()]
    const asked = [shared({ signal: first.signal }), shared({ signal: second.signal })]

    first.abort(new Error('gone'))
    await expect(asked[0]).rejects.toThrow('gone')
    expect(calls[0]?.signal?.aborted).toBe(false)

    second.abort(new Error('gone too'))
    await expect(asked[1]).rejects.toThrow('gone too')
    expect(calls[0]?.signal?.aborted).toBe(true)
  })

  it('begins anew after a failure', async () => {
    let count = 0
    const shared = sharedLoad(async () => {
      count += 1
      if (count === 1) throw new Error('failed')
      return count
    })

    await expect(shared()).rejects.toThrow('failed')
    expect(await shared()).toBe(2)
  })
})
