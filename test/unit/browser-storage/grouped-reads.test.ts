import { expect, it, vi } from 'vitest'
import { groupedReads } from '../../../web/host/indexeddb/grouped-reads.ts'

interface Request extends EventTarget {
  readonly key: string
  result: string
  error: Error | null
}

/** A database that has lost the values of some keys, and answers as Chromium does after an explicit commit. */
function databaseWithout(lost: readonly string[]) {
  const transact = async (_: readonly string[], work: (transaction: IDBTransaction) => Promise<void>) => {
    const requests: Request[] = []
    const get = (key: string) => {
      const request = Object.assign(new EventTarget(), { key, result: '', error: null })
      requests.push(request)
      return request
    }
    await work({ objectStore: () => ({ get }), commit: () => undefined } as unknown as IDBTransaction)
    setTimeout(() => {
      let isEnded = false
      for (const request of requests) {
        if (isEnded) request.error = new Error('AbortError')
        else if (lost.includes(request.key)) request.error = new Error('NotReadableError')
        else request.result = request.key.toUpperCase()
        const event = new Event(request.error ? 'error' : 'success', { cancelable: true })
        isEnded ||= request.dispatchEvent(event) && request.error !== null
      }
    })
  }
  return groupedReads({ transact, errorOf: (error) => error })<string>('values')
}

it('groupedReads() rejects the reader of a value that the browser has lost, and no other, now or later', async () => {
  const read = databaseWithout(['b'])

  for (let times = 0; times < 4; times += 1) {
    const reads = ['a', 'b', 'c'].map((key) => read(key).catch((error: Error) => error.message))
    const outcomes: unknown[] = []
    void Promise.all(reads).then((all) => outcomes.push(...all))
    await vi.waitUntil(() => outcomes.length > 0)
    expect(outcomes).toEqual(['A', 'NotReadableError', 'C'])
  }
  await expect(read('b')).rejects.toThrow('NotReadableError')
  expect(await read('a')).toBe('A')
})
