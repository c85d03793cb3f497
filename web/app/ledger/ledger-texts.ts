import { chosenTexts } from '../language/chosen-texts.ts'
import { ledger } from '../language/texts/en/ledger.ts'

export const ledgerTexts = await chosenTexts(ledger, {
  de: async () => (await import('../language/texts/de/ledger.ts')).ledger,
  fr: async () => (await import('../language/texts/fr/ledger.ts')).ledger,
})
