import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepingAlive } from '../../web/host/keep-alive.ts'

describe('keepingAlive()', () => {
  const pings = vi.fn()

  beforeEach(() => {
    vi.useFakeTimers()
    pings.mockClear()
    Object.defineProperty(navigator.serviceWorker, 'controller', {
      value: { postMessage: pings },
      configurable: true,
    })
  })

  afterEach(() => {
    vi.useRealTimers()
    Reflect.deleteProperty(navigator.serviceWorker, 'controller')
  })

  it('pings the worker well within its 30 seconds, until the last of several tasks has ended', async () => {
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    const running = [keepingAlive(() => first.promise), keepingAlive(() => second.promise)]

    vi.advanceTimersByTime(30_000)
    expect(pings).toHaveBeenCalledTimes(3)

    first.resolve('first')
    expect(await running[0]).toBe('first')
    vi.advanceTimersByTime(10_000)
    expect(pings).toHaveBeenCalledTimes(4)

    second.resolve('second')
    await running[1]
    vi.advanceTimersByTime(60_000)
    expect(pings).toHaveBeenCalledTimes(4)
  })

  it('stops when the task fails', async () => {
    await expect(keepingAlive(() => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off')

    vi.advanceTimersByTime(60_000)
    expect(pings).not.toHaveBeenCalled()
  })

  it('only runs the task on a page without HTTPS, which has no service workers', async () => {
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined, configurable: true })
    const { promise, resolve } = Promise.withResolvers<string>()
    const running = keepingAlive(() => promise)

    vi.advanceTimersByTime(30_000)
    Reflect.deleteProperty(navigator, 'serviceWorker')
    resolve('sent')

    expect(await running).toBe('sent')
  })
})
