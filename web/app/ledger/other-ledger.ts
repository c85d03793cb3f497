import { keepingAlive } from '../../host/keep-alive.ts'
import { countText } from '../amounts.ts'
import { find } from '../find.ts'
import { hideProblem, showProblem } from '../problem.ts'
import type { AuditPanel } from './audit-panel.ts'
import { browserCall } from './browser-call.ts'
import { ledgerTexts } from './ledger-texts.ts'
import { readRollapps } from './read-ledger.ts'

/** Imports a ledger that another node has saved, and audits one of its roots. */
export function otherLedger(section: HTMLElement, audit: AuditPanel): void {
  const form = find(section, '#other-form', HTMLFormElement)
  const files = find(form, '#other-files', HTMLInputElement)
  const note = find(form, '#other-note', HTMLElement)
  const root = find(form, '#other-root', HTMLInputElement)
  const rollapp = find(form, '#other-rollapp', HTMLInputElement)

  files.addEventListener('change', () => {
    hideProblem()
    note.textContent = ledgerTexts.reading
    importFiles([...(files.files ?? [])])
      .then(({ blocks, ledgerRoot }) => {
        note.textContent = ledgerTexts.readBlocks(countText(blocks, 'block'))
        if (ledgerRoot !== undefined) root.value = ledgerRoot
      })
      .catch((error: unknown) => {
        note.textContent = ''
        showProblem(error)
      })
      .finally(() => {
        files.value = ''
      })
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const fields = { root: root.value.trim(), rollapp: rollapp.value.trim() }
    audit.run(async () => ({
      root: fields.root,
      rollappId: fields.rollapp === '' ? await calendarIn(fields.root) : fields.rollapp,
    }))
  })
}

interface ImportedFiles {
  readonly blocks: number
  /** The root of the ledger. Roots of ledgers are dag-cbor, those of record contents are files. */
  readonly ledgerRoot: string | undefined
}

/** Imports and pins files, as content. Throws when a file lacks blocks of its root. */
function importFiles(files: readonly File[]): Promise<ImportedFiles> {
  return keepingAlive(async () => {
    let blocks = 0
    let ledgerRoot: string | undefined
    for (const file of files) {
      const options = { stats: true }
      for await (const { Root, Stats } of await browserCall('dag/import', { body: file, options })) {
        if (Root?.PinErrorMsg) throw new Error(ledgerTexts.incomplete(file.name, Root.PinErrorMsg))
        blocks += Stats?.BlockCount ?? 0
        if (Root?.Cid['/'].startsWith('bafyrei')) ledgerRoot = Root.Cid['/']
      }
    }
    return { blocks, ledgerRoot }
  })
}

/** The only calendar under a root. Throws an `Error` for the visitor when there is none, or more than one. */
async function calendarIn(root: string): Promise<string> {
  const { rollapps } = await readRollapps({ root, at: browserCall })
  const calendars = rollapps.map(({ id }) => id).filter((id) => id.startsWith('calendar_'))
  const [only, ...others] = calendars
  if (only !== undefined && others.length === 0) return only
  throw new Error(
    only === undefined
      ? ledgerTexts.noCalendar
      : ledgerTexts.manyCalendars(String(calendars.length), calendars.join(', ')),
  )
}
