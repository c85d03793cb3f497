import { chosenTexts } from '../language/chosen-texts.ts'
import { access } from '../language/texts/en/access.ts'

export const accessTexts = await chosenTexts(access, {
  de: async () => (await import('../language/texts/de.ts')).access,
  fr: async () => (await import('../language/texts/fr.ts')).access,
})
