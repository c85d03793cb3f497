import type { Value } from '../../../src/rpc/client.ts'
import { keepingAlive } from '../../host/keep-alive.ts'
import { announce } from '../announce.ts'
import { call } from '../call.ts'
import { find } from '../find.ts'
import { onPress } from '../on-press.ts'
import { copyText } from '../share.ts'
import { factItems, longText } from './facts.ts'
import { saveFile } from './save-file.ts'

export type LedgerState = Value<'ledger/params'>

/** Shows height, newest root and parameters, with buttons to copy the root and save the ledger. */
export function statePanel(section: HTMLElement): { show(state: LedgerState): void } {
  let root = ''
  const say = (message: string) => {
    find(section, '#state-note', HTMLElement).textContent = message
  }
  const act = (selector: string, task: () => Promise<string>) => {
    onPress(find(section, selector, HTMLButtonElement), async () => say(await task()))
  }
  act('#copy-root', async () => {
    await copyText(root)
    return 'Root copied. With it, anyone can check that the node keeps to its records.'
  })
  act('#save-ledger', async () => {
    await saveLedger(root)
    return 'Saved with all earlier roots. Also save the content of each record.'
  })
  return {
    show(state) {
      root = state.Root['/']
      say('')
      find(section, '#state-facts', HTMLElement).replaceChildren(...factItems(factsOf(state)))
    },
  }
}

function factsOf({ Height, Root, DisputePeriod, Enabled, OnePerHeight, Deployers }: LedgerState) {
  const heights = DisputePeriod === '1' ? '1 ledger height' : `${DisputePeriod} ledger heights`
  const deployers = Deployers.map(({ Address }) => Address).join(', ')
  return [
    ['Ledger height', Height],
    ['Head root', longText(Root['/'])],
    ['A record is final after', heights],
    ['Accepting records', Enabled ? 'yes' : 'no'],
    ['Records per height', OnePerHeight ? 'one for each rollapp' : 'any number'],
    ['May create a rollapp', deployers === '' ? 'anyone' : deployers],
  ] as const
}

/** Includes all earlier roots, because an audit reads them too. */
function saveLedger(root: string): Promise<void> {
  return keepingAlive(async () => {
    announce('Saving the ledger')
    const bytes = await call('ledger/export', { options: { format: 'car', history: true, root } })
    await saveFile(bytes, `ledger-${root}.car`)
  })
}
