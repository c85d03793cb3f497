import { describe, expect, it } from 'vitest'
import type { Locks } from '../../src/ports/locks.ts'
import { abortedSignal, nextTurn } from './blocks.ts'

/** The behaviour every {@link Locks} must show. Call once per adapter and host; `open` gives locks that are free. */
export function locksContract(name: string, open: () => Promise<Locks>): void {
  describe(`Locks contract: ${name}`, () => {
    it('gives what the task gives', async () => {
      const locks = await open()

      expect(await locks.shared('add', async () => 1)).toBe(1)
      expect(await locks.exclusive('add', async () => 2)).toBe(2)
    })

    it('runs shared holders beside one another, and the exclusive one alone', async () => {
      const locks = await open()
      const first = holder()
      const second = holder()
      const third = holder()

      const running = [locks.shared('add', first.task), locks.shared('add', second.task)]
      running.push(locks.exclusive('add', third.task))
      await first.started
      await second.started
      await settle()
      expect(third.hasStarted()).toBe(false)

      first.end()
      await settle()
      expect(third.hasStarted()).toBe(false)

      second.end()
      await third.started
      third.end()
      await Promise.all(running)
    })

    it('grants in order of arrival: a shared request waits behind a waiting exclusive one', async () => {
      const locks = await open()
      const [adding, collecting, later] = [holder(), holder(), holder()]

      const running = [locks.shared('add', adding.task)]
      await adding.started
      running.push(locks.exclusive('add', collecting.task), locks.shared('add', later.task))
      await settle()
      expect(later.hasStarted()).toBe(false)

      adding.end()
      await collecting.started
      expect(later.hasStarted()).toBe(false)

      collecting.end()
      await later.started
      later.end()
      await Promise.all(running)
    })

    it('keeps locks of other names apart', async () => {
      const locks = await open()
      const holding = holder()

      const running = locks.exclusive('add', holding.task)
      await holding.started

      expect(await locks.exclusive('names', async () => 'free')).toBe('free')
      holding.end()
      await running
    })

    it('passes on the failure of a task and frees its lock', async () => {
      const locks = await open()
      const failure = new Error('the task failed')

      const running = locks.exclusive('add', () => Promise.reject(failure))

      await expect(running).rejects.toBe(failure)
      expect(await locks.exclusive('add', async () => 'free')).toBe('free')
    })

    it('never starts a task whose signal is aborted already', async () => {
      const locks = await open()
      const { signal, reason } = abortedSignal()
      const never = holder()

      await expect(locks.shared('add', never.task, { signal })).rejects.toBe(reason)
      await expect(locks.exclusive('add', never.task, { signal })).rejects.toBe(reason)

      expect(never.hasStarted()).toBe(false)
    })

    it('leaves the queue when the signal is aborted, and lets the others in', async () => {
      const locks = await open()
      const [holding, never, behind] = [holder(), holder(), holder()]
      const controller = new AbortController()
      const reason = new Error('the caller has left')

      const running = [locks.shared('add', holding.task)]
      await holding.started
      const waiting = locks.exclusive('add', never.task, { signal: controller.signal })
      running.push(locks.shared('add', behind.task))
      controller.abort(reason)

      await expect(waiting).rejects.toBe(reason)
      await behind.started
      expect(never.hasStarted()).toBe(false)
      behind.end()
      holding.end()
      await Promise.all(running)
    })

    it('holds the lock until the task ends, even when the signal is aborted meanwhile', async () => {
      const locks = await open()
      const [holding, next] = [holder(), holder()]
      const controller = new AbortController()

      const running = [locks.exclusive('add', holding.task, { signal: controller.signal })]
      await holding.started
      running.push(locks.exclusive('add', next.task))
      controller.abort(new Error('the caller has left'))
      await settle()
      expect(next.hasStarted()).toBe(false)

      holding.end()
      await next.started
      next.end()
      await Promise.all(running)
    })
  })
}

/** A task that runs until it is told to end. */
function holder() {
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let running = false
  const task = async () => {
    running = true
    start()
    await ended
  }
  return { task, started, end, hasStarted: () => running }
}

/** Several turns: enough for a lock that would be granted wrongly to show it. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
}
