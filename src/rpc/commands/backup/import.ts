import type * as z from 'zod/mini'
import type { AddStage } from '../../../content-lock/open-adds.ts'
import { addIfRoom } from '../../../repo/add-if-room.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { list, text } from '../../declare/wire.ts'
import { onlyFilePart } from '../../form/only-part.ts'
import { mapItems } from '../../serve/map-items.ts'
import { Restored } from '../../shapes/backup.ts'

/** Not in the RPC document: this node's own. */
export const backupImport = defineCommand({
  path: 'backup/import',
  about: 'Restore a file of backup/export on a node that has none of its own yet',
  extension: true,
  args: {},
  options: {
    part: list('Name of a part to restore; may be repeated. Default: all'),
    password: text('Password of the private keys, for a file that has some', { isSecret: true }),
  },
  secretWith: { option: 'password', right: 'key/rotate' },
  body: 'data',
  rawTypes: ['application/vnd.ipld.car'],
  reply: ndjson(Restored),
  text: restoredText,
  parts: ['activity', 'clock', 'putWatch', 'backup', 'repo', 'blockstore'],
  async *run({ activity, clock, putWatch, backup, repo, blockstore }, { options, body, signal }) {
    const { content } = await onlyFilePart(body)
    const parts = options.part.length > 0 ? options.part : undefined
    const restore = (stage: AddStage) =>
      backup.importing(content, { stage, parts, password: options.password, signal })
    const events = addIfRoom(restore, { repo, blockstore, putWatch, activity, clock, signal })
    yield* mapItems(events, (event) => {
      if ('blocks' in event) return { Blocks: event.blocks, Bytes: event.sizeBytes }
      if ('isUnknown' in event) return { Part: event.part, Skipped: 'this node has no such part' }
      const { part, rows, held, missing, missingFrom } = event
      return { Part: part, Rows: rows, Held: held, Missing: missing, MissingFrom: missingFrom }
    })
  },
})

/** Names of parts for a person, where the code name is no word. */
const SPOKEN_NAMES: Readonly<Record<string, string>> = { pinService: 'pinning service' }

/** Parts of which each row is what the part is named after. The rows of others are of several kinds. */
const COUNTED: readonly string[] = ['pins', 'keys']

/** `pins: 3 restored, 1 held already`, and at last the totals of the file. */
function restoredText({
  Part: part,
  Rows: rows = 0,
  Held: held = 0,
  Missing: missing,
  MissingFrom: missingFrom = '',
  Skipped: skipped,
  Blocks: blocks = 0,
  Bytes: sizeBytes = 0,
}: z.infer<typeof Restored>): string {
  if (part === undefined) return `content: ${countText(blocks, 'block')}, ${countText(sizeBytes, 'byte')}\n`
  const name = SPOKEN_NAMES[part] ?? part
  if (skipped !== undefined) return `${name}: left out, ${skipped}\n`
  const count = COUNTED.includes(part) ? rows : countText(rows, 'record')
  const alsoHeld = held > 0 ? `, ${held} held already` : ''
  const lacking =
    missing === undefined
      ? ''
      : `, incomplete: ${countText(missing, 'block')} missing, first of ${missingFrom}`
  return `${name}: ${count} restored${alsoHeld}${lacking}\n`
}

function countText(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
