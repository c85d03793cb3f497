import { settings } from 'virtual:settings'
import type { ConfigValue } from '../../../src/config/document/config-value.ts'
import { RpcError } from '../../../src/rpc/client.ts'
import { call } from '../call.ts'
import { element } from '../element.ts'
import { find } from '../find.ts'
import { numberText } from '../language/counted.ts'
import { localized } from '../language/localized.ts'
import { showProblem } from '../problem.ts'
import type { DrawView } from '../view.ts'
import { backupPanel } from './backup/backup-panel.ts'
import { pageSettings } from './page-settings.ts'
import { profileForm } from './profile-form.ts'
import { settingIn } from './setting-entry.ts'
import { settingForm } from './setting-form.ts'
import { groupSettings } from './setting-groups.ts'
import { settingsTexts } from './settings-texts.ts'
import './settings.css'
import markup from './settings.html?raw'

/** The choices for this page, and the configuration of the node. */
export const drawSettings: DrawView = (section) => {
  section.innerHTML = localized(markup, settingsTexts)
  pageSettings(find(section, '#page-settings', HTMLElement))
  const forms = settings.map((setting) => ({ setting, form: settingForm(setting), isThere: true }))
  const narrow = settingSearch(section, forms)

  const refresh = async () => {
    const [document, held] = await Promise.all([call('config/show'), heldByEnvironment()])
    for (const each of forms) {
      const { name, fixedBy } = each.setting
      const value = settingIn(document, name)
      each.isThere = value !== undefined || fixedBy !== undefined
      each.form.show((value ?? null) as ConfigValue, held[name])
    }
    narrow()
    find(section, '#settings-groups', HTMLElement).hidden = false
    find(section, '#node-settings', HTMLElement).ariaBusy = 'false'
  }
  profileForm(section, refresh)
  backupPanel(section)
  return () => {
    refresh().catch(showProblem)
  }
}

/** The variables that set settings of the node, by the settings' names. Other kinds of nodes do not send them. */
async function heldByEnvironment(): Promise<Readonly<Record<string, string>>> {
  try {
    const held = Object.entries(await call('config/show', { options: { environment: true } }))
    return Object.fromEntries(held.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch (error) {
    if (error instanceof RpcError) return {}
    throw error
  }
}

interface Listed {
  readonly setting: (typeof settings)[number]
  readonly form: ReturnType<typeof settingForm>
  /** False when the node has no such setting. */
  isThere: boolean
}

/** Draws the groups, and returns a function that shows those settings that the node has and the search names. */
function settingSearch(section: HTMLElement, forms: readonly Listed[]): () => void {
  const search = find(section, '#settings-search', HTMLInputElement)
  const count = find(section, '#settings-count', HTMLElement)
  const byName = new Map(forms.map((each) => [each.setting.name, each]))
  const groups = [...groupSettings(settings)].map(([title, inside]) => {
    const listed = inside.flatMap(({ name }) => byName.get(name) ?? [])
    const details = element('details', {}, [
      element('summary', { textContent: title }),
      ...listed.map(({ form }) => form.element),
    ])
    return { details, listed }
  })
  find(section, '#settings-groups', HTMLElement).replaceChildren(...groups.map(({ details }) => details))

  const narrow = () => {
    const words = search.value.toLowerCase().split(/\s+/)
    let found = 0
    for (const { details, listed } of groups) {
      let inside = 0
      for (const { setting, form, isThere } of listed) {
        const all = `${setting.name} ${setting.variable ?? ''} ${setting.about}`.toLowerCase()
        const isShown = isThere && words.every((word) => all.includes(word))
        form.element.hidden = !isShown
        inside += isShown ? 1 : 0
      }
      details.hidden = inside === 0
      if (search.value !== '') details.open = inside > 0
      found += inside
    }
    count.textContent =
      found === 0 ? settingsTexts.none : settingsTexts.found(numberText(found), numberText(forms.length))
  }
  search.addEventListener('input', narrow)
  find(section, '#settings-find', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
  })
  return narrow
}
