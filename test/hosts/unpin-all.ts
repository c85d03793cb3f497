import { afterAll } from 'vitest'
import { send } from './workerd.ts'

/** Pins of one call: their CIDs are arguments, and a request's head is bounded. */
const MAX_PINS = 50

/**
 * One node serves the whole run. Each `pin/ls` and `repo/gc` walks all that is pinned, so a file that leaves pins
 * makes every later one slower: without this, the whole project takes twice the processor time.
 */
afterAll(async () => {
  for (const type of ['recursive', 'direct']) {
    const pins = await pinned(type)
    for (let at = 0; at < pins.length; at += MAX_PINS) {
      const args = pins.slice(at, at + MAX_PINS).map((cid) => `arg=${cid}`)
      const removed = await send(`/api/v0/pin/rm?recursive=${type === 'recursive'}&${args.join('&')}`, {
        method: 'POST',
      })
      if (!removed.ok) throw new Error(`Cannot unpin: ${await removed.text()}`)
    }
  }
})

async function pinned(type: string): Promise<string[]> {
  const answer = await send(`/api/v0/pin/ls?type=${type}&quiet=true`, { method: 'POST' })
  const { Keys } = (await answer.json()) as { Keys: Record<string, unknown> }
  return Object.keys(Keys)
}
