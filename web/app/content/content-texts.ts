import { chosenTexts } from '../language/chosen-texts.ts'
import { content } from '../language/texts/en/content.ts'

export const contentTexts = await chosenTexts(content, {
  de: async () => (await import('../language/texts/de.ts')).content,
  fr: async () => (await import('../language/texts/fr.ts')).content,
})
