import { coalesceChunks } from '../../../streams/coalesce-chunks.ts'
import { bytes, defineCommand } from '../../declare/command.ts'
import { bool, text } from '../../declare/wire.ts'

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
  parts: ['backup', 'repo'],
  async run({ backup, repo }, { options: { partial, password }, signal }) {
    const car = repo.adding(backup.exporting({ isPartial: partial, password, signal }), { signal })
    return { content: coalesceChunks(car), contentType: 'application/vnd.ipld.car' }
  },
})
