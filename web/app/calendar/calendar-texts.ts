import { chosenTexts } from '../language/chosen-texts.ts'
import { calendar } from '../language/texts/en/calendar.ts'

export const calendarTexts = await chosenTexts(calendar, {
  de: async () => (await import('../language/texts/de.ts')).calendar,
  fr: async () => (await import('../language/texts/fr.ts')).calendar,
})
