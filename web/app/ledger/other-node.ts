import { findServer } from '../badge.ts'
import { find } from '../find.ts'
import { showProblem } from '../problem.ts'
import type { AuditPanel } from './audit-panel.ts'

/** Audits the page's own server, or another node by its URL. None of its blocks need to be in this browser. */
export function otherNode(section: HTMLElement, audit: AuditPanel): void {
  const form = find(section, '#node-form', HTMLFormElement)
  const address = find(form, '#node-address', HTMLInputElement)

  find(section, '#audit-server', HTMLButtonElement).addEventListener('click', () => {
    audit.run(async () => {
      if (await findServer()) return { from: location.origin }
      throw new Error('The server of this page cannot be reached. Try again later.')
    })
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const url = URL.parse(address.value.trim())
    if (url && /^https?:$/.test(url.protocol)) audit.run(async () => ({ from: url.origin }))
    else showProblem(new Error('This is not the address of a node. Enter one like https://node.example.org.'))
  })
}
