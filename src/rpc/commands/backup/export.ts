import { CUT_CAR, cutShort } from '../../../codec/bytes/cut-short.ts'
import { coalesceChunks } from '../../../streams/coalesce-chunks.ts'
import { endUnread } from '../../../streams/end-unread.ts'
import { bytes, defineCommand } from '../../declare/command.ts'
import { bool, text } from '../../declare/wire.ts'

/** A reader that stops for this long, or at most twice as long, is let go: garbage collections wait for it. */
const UNREAD_MS = 60_000

/** Not in the RPC document: this node's own. */
export const backupExport = defineCommand({
  path: 'backup/export',
  about:
    'Write the whole node as one CAR: content, pins, files, records of names, calendar and ledger; keys if asked',
  extension: true,
  args: {},
  options: {
    partial: bool('Leave out blocks that are missing or corrupt', { fallback: false }),
    password: text('Also writes the private keys, encrypted with it', { isSecret: true }),
  },
  secretWith: { option: 'password', right: 'key/export' },
  reply: bytes(),
  parts: ['backup', 'clock', 'repo'],
  async run({ backup, clock, repo }, { options: { partial, password }, signal }) {
    const car = repo.adding(backup.exporting({ isPartial: partial, password, signal }), { signal })
    const read = cutShort(endUnread(car, { clock, limitMs: UNREAD_MS }), CUT_CAR)
    return { content: coalesceChunks(read), contentType: 'application/vnd.ipld.car' }
  },
})
