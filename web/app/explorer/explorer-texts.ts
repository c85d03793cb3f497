import { chosenTexts } from '../language/chosen-texts.ts'
import { explorer } from '../language/texts/en/explorer.ts'

export const explorerTexts = await chosenTexts(explorer, {
  de: async () => (await import('../language/texts/de.ts')).explorer,
  fr: async () => (await import('../language/texts/fr.ts')).explorer,
})
