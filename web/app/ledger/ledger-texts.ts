import { chosenTexts } from '../language/chosen-texts.ts'
import { ledger } from '../language/texts/en/ledger.ts'

export const ledgerTexts = await chosenTexts(ledger, {
  de: async () => (await import('../language/texts/de.ts')).ledger,
  fr: async () => (await import('../language/texts/fr.ts')).ledger,
})
