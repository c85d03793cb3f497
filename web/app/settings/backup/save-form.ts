import { bytesText } from '../../amounts.ts'
import { find } from '../../find.ts'
import { thisNode } from '../../node/this-node.ts'
import { onSubmit } from '../../on-submit.ts'
import { pagePart } from '../../page-part.ts'
import { showProblem } from '../../problem.ts'
import { settingsTexts } from '../settings-texts.ts'
import { withProgress } from './progress.ts'
import { chooseTarget } from './save-target.ts'

const moving = pagePart(() => import('./move-node.ts'))

/** Saves the whole node as one file, with the private keys of a browser's node if the visitor asks for them. */
export function saveForm(section: HTMLElement, say: (text: string) => void): void {
  const form = find(section, '#backup-save', HTMLFormElement)
  const choice = find(form, '#backup-keys', HTMLInputElement)
  const partial = find(form, '#backup-partial', HTMLInputElement)
  const secret = find(form, '#backup-secret', HTMLFieldSetElement)
  const [passphrase, again] = ['#backup-password', '#backup-again'].map((id) =>
    find(form, id, HTMLInputElement),
  )
  if (!passphrase || !again) throw new Error('Cannot find the passphrase: the page has changed')

  const compare = () => {
    again.setCustomValidity(again.value === passphrase.value ? '' : settingsTexts.passphrasesDiffer)
  }
  for (const field of [passphrase, again]) field.addEventListener('input', compare)
  const toggle = () => {
    secret.hidden = !choice.checked
    secret.disabled = secret.hidden
  }
  choice.addEventListener('change', toggle)
  toggle()
  thisNode().then(({ kind }) => {
    choice.disabled = kind !== 'browser'
    find(form, '#backup-keys-elsewhere', HTMLElement).hidden = kind === 'browser'
  }, showProblem)

  onSubmit(form, async () => {
    say('')
    const target = await chooseTarget(`tidepool-${new Date().toISOString().slice(0, 10)}.car`)
    if (!target) return
    const password = choice.checked ? passphrase.value : undefined
    const options = { password, isPartial: partial.checked }
    const { saveBackup } = await moving()
    const sizeBytes = await withProgress(section, { title: settingsTexts.savingBackup }, (task) =>
      saveBackup(target, { ...task, ...options }),
    )
    say(
      sizeBytes === undefined
        ? settingsTexts.backupCancelled
        : settingsTexts.backupSaved(bytesText(sizeBytes)),
    )
    if (sizeBytes === undefined) return
    form.reset()
    toggle()
  })
}
