import { onPreferenceChange, preference } from '../preferences.ts'
import { reloadUnlessAtWork } from '../reload.ts'
import { frameTexts } from './frame-texts.ts'
import { chosenLanguage, language } from './language.ts'

/** Reloads the page when another tab has chosen another language. */
export function followLanguage(): void {
  onPreferenceChange((name) => {
    if (name === 'language') applyLanguage()
  })
}

/** Reloads the page in the chosen language, unless it is in that one. */
export function applyLanguage(): void {
  if (chosenLanguage(preference('language'), navigator.languages) === language) return
  reloadUnlessAtWork(frameTexts.otherLanguage)
}
