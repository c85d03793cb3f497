import { expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import type { Clock } from '../../../src/ports/clock.ts'
import type { SendInit } from '../../hosts/host.ts'
import { file, form, streamedForm } from '../../requests/form.ts'
import { memoryNode } from '../memory-ports.ts'

/** Time that passes when the test says so. */
function manualClock() {
  let nowMs = 0
  const sleepers: { readonly atMs: number; readonly wake: () => void }[] = []
  const clock: Clock = {
    now: () => nowMs,
    sleep: (durationMs) => new Promise((wake) => void sleepers.push({ atMs: nowMs + durationMs, wake })),
  }
  const pass = async (durationMs: number) => {
    nowMs += durationMs
    for (const { atMs, wake } of sleepers) if (atMs <= nowMs) wake()
    await settled()
  }
  return { clock, pass }
}

/** Everything that waits for no time has happened. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

async function* neverWhole(onWaiting: () => void): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode('never whole')
  onWaiting()
  await new Promise(() => undefined)
}

it('a collection waits ten seconds at most for an upload that has stalled', async () => {
  const { clock, pass } = manualClock()
  const node = await memoryNode({ clock })
  const app = createApp(node, loopbackPolicy())
  const call = async (command: string, init: SendInit = { method: 'POST' }) =>
    app.fetch(new Request(`http://127.0.0.1/api/v0/${command}`, init))
  const { promise: waiting, resolve: onWaiting } = Promise.withResolvers<void>()
  const stalled = call('add', streamedForm({ ...file('a', ''), content: neverWhole(onWaiting) }))
  const outcome = stalled.then((response) => response.text())
  await waiting
  await settled()
  let isCollected = false
  const collection = call('repo/gc').then(async (response) => {
    await response.text()
    isCollected = true
  })
  await expect.poll(() => node.activity.readings()['waiting-collections'].now).toBe(1)

  await pass(9_999)
  expect(isCollected).toBe(false)
  await pass(1)
  await pass(10_000)

  await collection
  expect(await outcome).toContain('the client sent too little for 10 seconds')
  expect((await call('add', form(file('b', 'after it')))).status).toBe(200)
})
