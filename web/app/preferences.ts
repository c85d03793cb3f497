/** The visitor's choices for this page, in this browser. The first choice of each is the default. */
export const PREFERENCES = {
  theme: ['system', 'light', 'dark'],
  /** `system`: the first of the browser's languages that the page has. */
  language: ['system', 'en', 'de', 'fr'],
  /** CID version of added content. `node`: as the node is configured. */
  cidVersion: ['1', '0', 'node'],
  rawLeaves: ['true', 'false', 'node'],
  /** Whether this browser connects to peers at each visit. */
  peers: ['apart', 'joined'],
  /** Of the files: in which order, and whether as a list. */
  fileOrder: ['name', 'name-down', 'size-down', 'size', 'type'],
  fileLayout: ['list', 'grid'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>

export type PreferenceName = keyof typeof PREFERENCES

export type Preference<Name extends PreferenceName> = (typeof PREFERENCES)[Name][number]

/** The stored choice, or the default. */
export function preference<Name extends PreferenceName>(name: Name): Preference<Name> {
  const choices: readonly Preference<Name>[] = PREFERENCES[name]
  const held = readStored(name)
  return choices.find((choice) => choice === held) ?? PREFERENCES[name][0]
}

/** Stores a choice. Without permission to store, it lasts as long as this tab. */
export function choosePreference<Name extends PreferenceName>(name: Name, choice: Preference<Name>): void {
  chosen.set(name, choice)
  try {
    localStorage.setItem(keyOf(name), choice)
  } catch {
    // The page works without what it cannot store.
  }
}

/** Calls `changed` when another tab has stored a choice. */
export function onPreferenceChange(changed: (name: PreferenceName) => void): void {
  addEventListener('storage', ({ key }) => {
    const name = NAMES.find((candidate) => keyOf(candidate) === key)
    if (name === undefined) return
    chosen.delete(name)
    changed(name)
  })
}

const NAMES = Object.keys(PREFERENCES) as readonly PreferenceName[]

const chosen = new Map<PreferenceName, string>()

function readStored(name: PreferenceName): string | undefined {
  try {
    return chosen.get(name) ?? localStorage.getItem(keyOf(name)) ?? undefined
  } catch {
    return undefined
  }
}

/** Local storage, because the theme must be known before the page is drawn, and other tabs must be notified. */
function keyOf(name: PreferenceName): string {
  return `tidepool:${name}`
}
