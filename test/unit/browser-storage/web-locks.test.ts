import { expect, it, onTestFinished } from 'vitest'
import { webLocks } from '../../../web/host/web-locks.ts'

it('webLocks() lets a lock be shared at once, whatever a tab has asked for whose thread has stopped', async () => {
  const scope = crypto.randomUUID()
  const stopped = new AbortController()
  onTestFinished(() => stopped.abort())
  const ended = new Promise<void>((resolve) => stopped.signal.addEventListener('abort', () => resolve()))
  const taken = Promise.withResolvers<void>()
  void navigator.locks.request(`${scope}/add/gate`, () => {
    taken.resolve()
    return ended
  })
  await taken.promise
  const locks = webLocks(scope)

  const both = locks.shared('add', () => locks.shared('add', async () => 'shared'))

  expect(await both).toBe('shared')
})
