import { chosenTexts } from './chosen-texts.ts'
import { frame } from './texts/en/frame.ts'

/** The texts around the views, and those that several views share. */
export const frameTexts = await chosenTexts(frame, {
  de: async () => (await import('./texts/de.ts')).frame,
  fr: async () => (await import('./texts/fr.ts')).frame,
})
