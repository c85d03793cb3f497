import type { Value } from '../../src/rpc/client.ts'
import { countText } from '../demo/amounts.ts'
import { announce } from '../demo/announce.ts'
import { call } from '../demo/call.ts'
import { find } from '../demo/find.ts'
import { onPress } from './on-press.ts'

export type Anchored = Value<'ledger/anchor'>

/**
 * What waits to be in the ledger. It takes what is due, as each write of the calendar does: no other call tells
 * how much there is.
 */
export function readWaiting(): Promise<Anchored> {
  return call('ledger/anchor', { options: { due: true } })
}

/** The button that brings commits into the ledger before they are due, and how many there are. */
export function bringIn(
  section: HTMLElement,
  onBrought: () => Promise<void>,
): { show(anchored: Anchored): void } {
  const waiting = find(section, '#waiting', HTMLElement)
  const show = ({ Waiting }: Anchored) => {
    waiting.textContent = Waiting === 0 ? 'Nothing waits' : `${countText(Waiting, 'commit')} waiting`
  }
  onPress(find(section, '#bring-in', HTMLButtonElement), async () => {
    const anchored = await call('ledger/anchor')
    await onBrought()
    show(anchored)
    announce(broughtText(anchored))
  })
  return { show }
}

function broughtText({ Indexes }: Anchored): string {
  return Indexes.length === 0
    ? 'Nothing was waiting: the ledger has every commit.'
    : `Brought in as ${countText(Indexes.length, 'record')}.`
}
