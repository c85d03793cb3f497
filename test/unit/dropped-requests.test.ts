import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { forgetDropped } from '../../edge/reader/dropped-requests.ts'
import { createActivity } from '../../src/diagnostics/activity.ts'

it('a gauge that a dropped request has entered goes back by the garbage collection', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const activity = forgetDropped(createActivity())

  const leave = activity.enter('gateway-requests')
  void dropped(activity.enter('open-streams', 3))

  await expect
    .poll(() => {
      collect()
      return activity.now('open-streams')
    })
    .toBe(0)
  expect(activity.now('gateway-requests')).toBe(1)
  leave()
  leave()
  expect(activity.now('gateway-requests')).toBe(0)
})

/** As a request whose client has left: what would leave the gauge waits for something that nothing refers to. */
async function dropped(leave: () => void): Promise<void> {
  await new Promise(() => undefined)
  leave()
}
