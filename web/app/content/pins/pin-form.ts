import { keepingAlive } from '../../../host/keep-alive.ts'
import { call } from '../../call.ts'
import { find } from '../../find.ts'
import { hideProblem, showProblem } from '../../problem.ts'
import { contentTexts } from '../content-texts.ts'

/** A form that pins content of this browser by its CID. */
export function pinForm(section: HTMLElement, onPinned: () => Promise<void>): void {
  const form = find(section, '#pin-form', HTMLFormElement)
  const cid = find(form, '#pin-cid', HTMLInputElement)
  const name = find(form, '#pin-name', HTMLInputElement)

  const note = find(section, '#pin-note', HTMLElement)

  const pin = async () => {
    const options = name.value === '' ? {} : { name: name.value }
    await keepingAlive(() => call('pin/add', { args: { 'ipfs-path': cid.value.trim() }, options }))
    form.reset()
    await onPinned()
    note.textContent = contentTexts.pinnedNow
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    hideProblem()
    note.textContent = ''
    pin().catch(showProblem)
  })
}
