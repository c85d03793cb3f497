import { element } from '../element.ts'
import {
  choosePreference,
  onPreferenceChange,
  PREFERENCES,
  type Preference,
  type PreferenceName,
  preference,
} from '../preferences.ts'
import { applyTheme } from '../theme.ts'

interface Words<Name extends PreferenceName> {
  readonly label: string
  readonly about: string
  readonly choices: Readonly<Record<Preference<Name>, string>>
}

/** Whether this browser connects to peers is chosen in their view. */
type Shown = Exclude<PreferenceName, 'peers'>

const WORDS: { readonly [Name in Shown]: Words<Name> } = {
  theme: {
    label: 'Colours',
    about: 'Light or dark.',
    choices: { system: 'As the system', light: 'Light', dark: 'Dark' },
  },
  cidVersion: {
    label: 'CID version of added content',
    about: 'Version 1 works in addresses of the web. Old programs know only version 0.',
    choices: { 1: 'Version 1 (recommended)', 0: 'Version 0', node: 'As the node is configured' },
  },
  rawLeaves: {
    label: 'Raw leaves of added content',
    about: 'Stores the bytes of files as they are, so that each part of a file can be verified on its own.',
    choices: { true: 'Yes (recommended)', false: 'No', node: 'As the node is configured' },
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
