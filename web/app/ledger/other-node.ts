import { findServer } from '../badge.ts'
import { find } from '../find.ts'
import { frameTexts } from '../language/frame-texts.ts'
import { showProblem } from '../problem.ts'
import type { AuditPanel } from './audit-panel.ts'
import { ledgerTexts } from './ledger-texts.ts'

/** Audits the page's own server, or another node by its URL. None of its blocks need to be in this browser. */
export function otherNode(section: HTMLElement, audit: AuditPanel): void {
  const form = find(section, '#node-form', HTMLFormElement)
  const address = find(form, '#node-address', HTMLInputElement)

  find(section, '#audit-server', HTMLButtonElement).addEventListener('click', () => {
    audit.run(async () => {
      if (await findServer()) return { from: location.origin }
      throw new Error(ledgerTexts.serverGone)
    })
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const url = URL.parse(address.value.trim())
    if (url && /^https?:$/.test(url.protocol)) audit.run(async () => ({ from: url.origin }))
    else showProblem(new Error(frameTexts.invalidAddress))
  })
}
