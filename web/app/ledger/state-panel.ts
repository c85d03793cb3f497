import type { Value } from '../../../src/rpc/client.ts'
import { keepingAlive } from '../../host/keep-alive.ts'
import { announce } from '../announce.ts'
import { call } from '../call.ts'
import { find } from '../find.ts'
import { counted } from '../language/counted.ts'
import { onPress } from '../on-press.ts'
import { copyText } from '../share.ts'
import { factItems, longText } from './facts.ts'
import { ledgerTexts } from './ledger-texts.ts'
import { saveFile } from './save-file.ts'

export type LedgerSummary = Value<'ledger/params'>

/** Shows height, newest root and parameters, with buttons to copy the root and save the ledger. */
export function statePanel(section: HTMLElement): { show(state: LedgerSummary): void } {
  let root = ''
  const say = (message: string) => {
    find(section, '#state-note', HTMLElement).textContent = message
  }
  const act = (selector: string, task: () => Promise<string>) => {
    onPress(find(section, selector, HTMLButtonElement), async () => say(await task()))
  }
  act('#copy-root', async () => {
    await copyText(root)
    return ledgerTexts.rootCopied
  })
  act('#save-ledger', async () => {
    await saveLedger(root)
    return ledgerTexts.savedLedger
  })
  return {
    show(state) {
      root = state.Root['/']
      say('')
      find(section, '#state-facts', HTMLElement).replaceChildren(...factItems(factsOf(state)))
    },
  }
}

function factsOf({ Height, Root, DisputePeriod, Enabled, OnePerHeight, Deployers }: LedgerSummary) {
  const heights = counted(ledgerTexts.heights, Number(DisputePeriod))
  const deployers = Deployers.map(({ Address }) => Address).join(', ')
  return [
    [ledgerTexts.ledgerHeight, Height],
    [ledgerTexts.headRoot, longText(Root['/'])],
    [ledgerTexts.finalAfter, heights],
    [ledgerTexts.accepting, Enabled ? ledgerTexts.yes : ledgerTexts.no],
    [ledgerTexts.perHeight, OnePerHeight ? ledgerTexts.onePerRollapp : ledgerTexts.anyNumber],
    [ledgerTexts.mayCreate, deployers === '' ? ledgerTexts.anyone : deployers],
  ] as const
}

/** Includes all earlier roots, because an audit reads them too. */
function saveLedger(root: string): Promise<void> {
  return keepingAlive(async () => {
    announce(ledgerTexts.savingLedger)
    const bytes = await call('ledger/export', { options: { format: 'car', history: true, root } })
    await saveFile(bytes, `ledger-${root}.car`)
  })
}
