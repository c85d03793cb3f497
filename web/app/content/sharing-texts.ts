import { chosenTexts } from '../language/chosen-texts.ts'
import { sharing } from '../language/texts/en/sharing.ts'

export const sharingTexts = await chosenTexts(sharing, {
  de: async () => (await import('../language/texts/de.ts')).sharing,
  fr: async () => (await import('../language/texts/fr.ts')).sharing,
})
