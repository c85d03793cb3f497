import { chosenTexts } from '../language/chosen-texts.ts'
import { settings } from '../language/texts/en/settings.ts'

export const settingsTexts = await chosenTexts(settings, {
  de: async () => (await import('../language/texts/de.ts')).settings,
  fr: async () => (await import('../language/texts/fr.ts')).settings,
})
