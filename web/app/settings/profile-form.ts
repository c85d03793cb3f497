import type { ProfileName } from '../../../src/config/profiles.ts'
import { announce } from '../announce.ts'
import { call } from '../call.ts'
import { element } from '../element.ts'
import { find } from '../find.ts'
import { counted } from '../language/counted.ts'
import { onPress } from '../on-press.ts'
import { hideProblem, showProblem } from '../problem.ts'
import { changesBetween, type SettingChange } from './document-changes.ts'
import { settingsTexts } from './settings-texts.ts'

const PROFILES: Readonly<Record<ProfileName, string>> = {
  'unixfs-v1-2025': settingsTexts.v1Profile,
  'unixfs-v0-2015': settingsTexts.v0Profile,
  'legacy-cid-v0': settingsTexts.legacyProfile,
  server: settingsTexts.serverProfile,
  'local-discovery': settingsTexts.discoveryProfile,
  lowpower: settingsTexts.lowpowerProfile,
  'default-networking': settingsTexts.networkingProfile,
  randomports: settingsTexts.randomportsProfile,
  test: settingsTexts.testProfile,
}

/** Shows what a profile would change, and applies it. `onApplied` is called after the settings have changed. */
export function profileForm(section: HTMLElement, onApplied: () => Promise<void>): void {
  const form = find(section, '#profile-form', HTMLFormElement)
  const name = find(form, '#profile-name', HTMLSelectElement)
  const about = find(form, '#profile-about', HTMLElement)
  const apply = find(form, '#profile-apply', HTMLButtonElement)
  const table = find(section, '#profile-changes', HTMLElement)
  const note = find(section, '#profile-note', HTMLElement)
  name.append(...Object.keys(PROFILES).map((value) => element('option', { value, textContent: value })))

  const choose = () => {
    about.textContent = PROFILES[name.value as ProfileName]
    apply.hidden = true
    table.replaceChildren()
    note.textContent = ''
  }
  const run = async (profile: string, isDryRun: boolean) => {
    const options = { 'dry-run': isDryRun }
    const reply = await call('config/profile/apply', { args: { profile }, options })
    return { changes: changesBetween(reply.OldCfg, reply.NewCfg), needsRestart: reply.NeedsRestart === true }
  }
  const preview = async () => {
    const profile = name.value
    const { changes } = await run(profile, true)
    if (profile !== name.value) return
    apply.hidden = changes.length === 0
    table.replaceChildren(...(changes.length === 0 ? [] : [changeTable(changes)]))
    note.textContent = changes.length === 0 ? settingsTexts.changesNothing : ''
    if (changes.length > 0) announce(counted(settingsTexts.wouldChange, changes.length))
  }
  name.addEventListener('change', choose)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    hideProblem()
    preview().catch(showProblem)
  })
  onPress(apply, async () => {
    const { needsRestart } = await run(name.value, false)
    await onApplied()
    name.focus()
    choose()
    note.textContent = needsRestart ? settingsTexts.appliedForRestart : settingsTexts.applied
  })
  choose()
}

function changeTable(changes: readonly SettingChange[]): HTMLElement {
  const head = [settingsTexts.setting, settingsTexts.now, settingsTexts.afterwards].map((textContent) =>
    element('th', { scope: 'col', textContent }),
  )
  const rows = changes.map(({ name, before, after }) =>
    element('tr', {}, [
      element('th', { scope: 'row' }, [element('code', { textContent: name })]),
      element('td', { textContent: shown(before) }),
      element('td', { textContent: shown(after) }),
    ]),
  )
  return element('table', { className: 'changes' }, [
    element('thead', {}, [element('tr', {}, head)]),
    element('tbody', {}, rows),
  ])
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return settingsTexts.default
  if (Array.isArray(value)) return value.length === 0 ? settingsTexts.nothing : value.map(String).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
