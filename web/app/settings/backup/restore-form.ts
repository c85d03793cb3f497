import { bytesText, countText } from '../../amounts.ts'
import { element } from '../../element.ts'
import { find } from '../../find.ts'
import { frameTexts } from '../../language/frame-texts.ts'
import { thisNode } from '../../node/this-node.ts'
import { onSubmit } from '../../on-submit.ts'
import { pagePart } from '../../page-part.ts'
import { hideProblem, showProblem } from '../../problem.ts'
import { settingsTexts } from '../settings-texts.ts'
import type { RestoredNode } from './move-node.ts'
import { withProgress } from './progress.ts'

const moving = pagePart(() => import('./move-node.ts'))

/** Only its type is imported: the module has codecs, which the view need not load. */
const KEYS_PART: typeof import('../../../../src/backup/manifest.ts').KEYS_PART = 'keys'

/** The parts of a backup, as the page calls them. Others are shown by their own names. */
const PARTS: Readonly<Record<string, string>> = {
  pins: settingsTexts.partPins,
  files: settingsTexts.partFiles,
  names: settingsTexts.partNames,
  ledger: frameTexts.ledger,
  calendar: frameTexts.calendar,
  pinService: settingsTexts.partPinService,
  [KEYS_PART]: settingsTexts.partKeys,
}

/** Restores a backup, or some of its parts. */
export function restoreForm(section: HTMLElement, say: (text: string) => void): void {
  const form = find(section, '#backup-restore', HTMLFormElement)
  const input = find(form, '#restore-file', HTMLInputElement)
  const list = find(form, '#restore-parts', HTMLFieldSetElement)
  const secret = find(form, '#restore-secret', HTMLFieldSetElement)
  const password = find(form, '#restore-password', HTMLInputElement)
  const button = find(form, 'button', HTMLButtonElement)
  let boxes: readonly HTMLInputElement[] = []

  const toggle = () => {
    const chosen = boxes.filter(({ checked }) => checked).map(({ value }) => value)
    secret.hidden = !chosen.includes(KEYS_PART)
    secret.disabled = secret.hidden
    button.disabled = chosen.length === 0
    return chosen
  }
  const show = (parts: readonly string[], canHaveKeys: boolean) => {
    boxes = parts.map((value) => {
      const isOpen = value !== KEYS_PART || canHaveKeys
      return element('input', {
        type: 'checkbox',
        value,
        checked: isOpen,
        disabled: !isOpen,
        onchange: toggle,
      })
    })
    const labels = boxes.map((box) =>
      element('label', { className: 'check' }, [box, ` ${PARTS[box.value] ?? box.value}`]),
    )
    list.replaceChildren(element('legend', { textContent: settingsTexts.restoreParts }), ...labels)
    list.hidden = parts.length === 0
    find(form, '#restore-keys-elsewhere', HTMLElement).hidden = canHaveKeys || !parts.includes(KEYS_PART)
    toggle()
  }
  const choose = async () => {
    hideProblem()
    say('')
    show([], true)
    const [file] = input.files ?? []
    if (!file) return
    const { partsIn } = await moving()
    try {
      show(await partsIn(file), (await thisNode()).kind === 'browser')
    } catch (cause) {
      throw new Error(settingsTexts.noBackup(file.name), { cause })
    }
  }
  input.addEventListener('change', () => void choose().catch(showProblem))
  show([], true)

  onSubmit(form, async () => {
    const [file] = input.files ?? []
    if (!file) return
    say('')
    const parts = toggle()
    const options = secret.hidden ? {} : { password: password.value }
    const task = { title: settingsTexts.restoringBackup, bytesTotal: file.size }
    const { restoreBackup } = await moving()
    const restored = await withProgress(section, task, (running) =>
      restoreBackup(file, { ...running, ...options, parts }),
    )
    say(restored ? summary(restored, parts) : settingsTexts.restoreCancelled)
    if (!restored) return
    form.reset()
    show([], true)
  })
}

function summary(
  { blocks, sizeBytes, held, missing, missingFrom }: RestoredNode,
  parts: readonly string[],
): string {
  return [
    settingsTexts.restored(countText(blocks, 'block'), bytesText(sizeBytes)),
    ...(missing > 0 ? [settingsTexts.restoredIncomplete(missing, missingFrom)] : []),
    ...(held > 0 ? [settingsTexts.restoredHeld] : []),
    ...(parts.includes(KEYS_PART) ? [settingsTexts.restoredKeys] : []),
  ].join(' ')
}
