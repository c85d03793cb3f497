import { expect, it } from 'vitest'
import { parseCid } from '../../../../src/codec/cid/cid.ts'
import { memoryBlockstore } from '../../../../src/memory/memory-blockstore.ts'
import { createRemotePins } from '../../../../src/pins/remote/remote-pins.ts'

const CONTENT = 'bafkreiasqcg3o7xm4pfso3qozfeguh7w3vumzagryndtikjurak54bskvu'
const POLL_MS = 500

/** Time passes between two questions, and not while one is answered. */
function pollingClock() {
  let nowMs = 0
  return {
    now: () => nowMs,
    sleep: (durationMs: number, { signal }: { readonly signal?: AbortSignal | undefined } = {}) => {
      if (durationMs === POLL_MS) {
        nowMs += 5 * 60_000
        return Promise.resolve()
      }
      const { promise, reject } = Promise.withResolvers<void>()
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      return promise
    },
  }
}

it('waits an hour for a service that does not pin, and says that it goes on', async () => {
  let asked = 0
  const outbound = {
    refusal: () => undefined,
    fetch: async () => {
      asked += 1
      const pin = { requestid: 'one', status: 'queued', created: '2026-01-01T00:00:00Z', delegates: [] }
      return Response.json({ ...pin, pin: { cid: CONTENT } }, { status: 202 })
    },
  }
  const service = { name: 'a', endpoint: 'https://pins.example', key: 'k' }
  const pins = createRemotePins(service, { outbound, clock: pollingClock() })

  await expect(
    pins.add(parseCid(CONTENT), { blocks: memoryBlockstore(), background: false }),
  ).rejects.toThrow('Cannot wait for pin "one": the service says "queued" after an hour, and goes on')

  expect(asked).toBe(1 + 60 / 5 + 1)
})
