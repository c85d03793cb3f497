import { describe, expect, it } from 'vitest'
import { createPinWorker } from '../../../../src/services/pinning/pin-worker.ts'
import type { ServicePin } from '../../../../src/services/pinning/service-pin.ts'
import { memoryPorts } from '../../memory-ports.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** A worker on pins of these holders, each attempt at which lasts until it is ended. */
function workingOn(pins: readonly string[]) {
  const { clock, logger } = memoryPorts()
  const waiting = new Set(pins)
  const open = new Map<string, () => void>()
  const worker = createPinWorker({
    clock,
    logger,
    store: {
      async *holders() {
        yield* new Set(pins.map((pin) => pin.slice(0, 1)))
      },
      async *due(holder) {
        for (const pin of waiting) if (pin.startsWith(holder)) yield { dueMs: 0, key: bytesOf(pin) }
      },
      async read(key) {
        const requestId = new TextDecoder().decode(key)
        return { requestId, holder: requestId.slice(0, 1) } as ServicePin
      },
    },
    attempt: ({ requestId }) =>
      new Promise((resolve) => {
        open.set(requestId, () => {
          waiting.delete(requestId)
          open.delete(requestId)
          resolve()
        })
      }),
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { worker, open, settle }
}

describe('createPinWorker()', () => {
  it('works on two pins of a holder at a time, so that others need not wait', async () => {
    const { worker, open, settle } = workingOn(['a1', 'a2', 'a3', 'a4', 'b1'])
    worker.start()
    await settle()
    expect([...open.keys()].sort()).toEqual(['a1', 'a2', 'b1'])

    open.get('a1')?.()
    await settle()
    expect([...open.keys()].sort()).toEqual(['a2', 'a3', 'b1'])
    expect([worker.isWorkingOn('a1'), worker.isWorkingOn('a3')]).toEqual([false, true])
  })

  it('works on eight pins at a time, and gives each holder its turn', async () => {
    const holders = ['a', 'b', 'c', 'd', 'e', 'f']
    const { worker, open, settle } = workingOn(holders.flatMap((holder) => [`${holder}1`, `${holder}2`]))
    worker.start()
    await settle()

    expect(open.size).toBe(8)
    for (const holder of holders) expect(worker.isWorkingOn(`${holder}1`)).toBe(true)
  })
})
