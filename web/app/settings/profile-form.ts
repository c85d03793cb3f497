import type { ProfileName } from '../../../src/config/profiles.ts'
import { announce } from '../announce.ts'
import { call } from '../call.ts'
import { element } from '../element.ts'
import { find } from '../find.ts'
import { onPress } from '../on-press.ts'
import { hideProblem, showProblem } from '../problem.ts'
import { type Change, changesBetween } from './document-changes.ts'

const PROFILES: Readonly<Record<ProfileName, string>> = {
  'unixfs-v1-2025': 'Adds content with CID version 1, raw leaves and parts of 1 MiB.',
  'unixfs-v0-2015': 'Adds content as nodes have done since 2015: CID version 0 and parts of 256 KiB.',
  'legacy-cid-v0': 'Another name of unixfs-v0-2015.',
  server: 'For a node with a public address: private addresses are neither dialled nor announced.',
  'local-discovery': 'Undoes the profile "server".',
  lowpower: 'Fewer connections, and the node answers no questions of others.',
  'default-networking': 'Sets the addresses of the node back to their defaults.',
  randomports: 'Listens at a random port.',
  test: 'Connects to nobody by itself, for tests on this machine.',
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
  const run = async (isDryRun: boolean) => {
    const options = { 'dry-run': isDryRun }
    const reply = await call('config/profile/apply', { args: { profile: name.value }, options })
    return { changes: changesBetween(reply.OldCfg, reply.NewCfg), needsRestart: reply.NeedsRestart === true }
  }
  const preview = async () => {
    const { changes } = await run(true)
    apply.hidden = changes.length === 0
    table.replaceChildren(...(changes.length === 0 ? [] : [changeTable(changes)]))
    note.textContent = changes.length === 0 ? 'This profile changes nothing here.' : ''
    if (changes.length > 0) announce(`${changes.length} settings would change`)
  }
  name.addEventListener('change', choose)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    hideProblem()
    preview().catch(showProblem)
  })
  onPress(apply, async () => {
    const { needsRestart } = await run(false)
    await onApplied()
    name.focus()
    choose()
    note.textContent = needsRestart ? 'Applied. It takes effect when the node starts again.' : 'Applied.'
  })
  choose()
}

function changeTable(changes: readonly Change[]): HTMLElement {
  const head = ['Setting', 'Now', 'Then'].map((textContent) => element('th', { scope: 'col', textContent }))
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
  if (value === undefined || value === null) return 'default'
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(String).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
