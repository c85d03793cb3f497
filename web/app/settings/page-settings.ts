import { element } from '../element.ts'
import { applyLanguage } from '../language/follow-language.ts'
import {
  choosePreference,
  onPreferenceChange,
  PREFERENCES,
  type Preference,
  type PreferenceName,
  preference,
} from '../preferences.ts'
import { applyTheme } from '../theme.ts'
import { settingsTexts } from './settings-texts.ts'

interface Words<Name extends PreferenceName> {
  readonly label: string
  readonly about: string
  readonly choices: Readonly<Record<Preference<Name>, string>>
}

/** The others are chosen in the views that they are for. */
type Shown = Exclude<PreferenceName, 'peers' | 'fileOrder' | 'fileLayout'>

const WORDS: { readonly [Name in Shown]: Words<Name> } = {
  language: {
    label: settingsTexts.language,
    about: settingsTexts.languageAbout,
    choices: { system: settingsTexts.asBrowser, en: 'English', de: 'Deutsch', fr: 'Français' },
  },
  theme: {
    label: settingsTexts.colours,
    about: settingsTexts.coloursAbout,
    choices: { system: settingsTexts.asSystem, light: settingsTexts.light, dark: settingsTexts.dark },
  },
  cidVersion: {
    label: settingsTexts.cidVersion,
    about: settingsTexts.cidVersionAbout,
    choices: { 1: settingsTexts.version1, 0: settingsTexts.version0, node: settingsTexts.asNode },
  },
  rawLeaves: {
    label: settingsTexts.rawLeaves,
    about: settingsTexts.rawLeavesAbout,
    choices: { true: settingsTexts.yes, false: settingsTexts.no, node: settingsTexts.asNode },
  },
}

/** The choices for this page in this browser. */
export function pageSettings(place: HTMLElement): void {
  const selects = new Map<PreferenceName, HTMLSelectElement>()
  const names = Object.keys(WORDS) as Shown[]
  for (const name of names) {
    const { label, about, choices } = WORDS[name]
    const id = `preference-${name}`
    const options = PREFERENCES[name].map((value) =>
      element('option', { value, textContent: Object(choices)[value] }),
    )
    const select = element('select', { id }, options)
    select.setAttribute('aria-describedby', `${id}-about`)
    select.value = preference(name)
    select.addEventListener('change', () => {
      const chosen = PREFERENCES[name].find((value) => value === select.value)
      if (chosen === undefined) return
      choosePreference(name, chosen)
      applyTheme()
      applyLanguage()
    })
    selects.set(name, select)
    place.append(
      element('div', { className: 'fields' }, [
        element('label', { htmlFor: id, textContent: label }),
        select,
        element('p', { id: `${id}-about`, className: 'hint muted', textContent: about }),
      ]),
    )
  }
  onPreferenceChange((name) => {
    const select = selects.get(name)
    if (select) select.value = preference(name)
  })
}
