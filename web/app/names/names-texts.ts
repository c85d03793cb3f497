import { chosenTexts } from '../language/chosen-texts.ts'
import { names } from '../language/texts/en/names.ts'

export const namesTexts = await chosenTexts(names, {
  de: async () => (await import('../language/texts/de.ts')).names,
  fr: async () => (await import('../language/texts/fr.ts')).names,
})
