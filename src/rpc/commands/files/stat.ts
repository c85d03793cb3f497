import type { FilesStatus } from '../../../files/files.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool, text } from '../../declare/wire.ts'
import { clientError } from '../../errors.ts'
import { FLUSH_OPTION } from '../../options/files-options.ts'
import { DEFAULT_STAT_FORMAT, SENT_BY_DEFAULT, type StatLine, statText } from '../../print/files-stat.ts'
import { goFileMode, goSymlinkMode } from '../../print/go-file-mode.ts'
import { FilesStat } from '../../shapes/files.ts'

/** Spec: RPC document, section 4, `/files/stat`. */
export const filesStat = defineCommand({
  path: 'files/stat',
  about: 'Show the status of a path',
  args: { path: arg('Path in the namespace or under /ipfs') },
  options: {
    format: text('Format of the text, with the tokens <hash>, <size>, <cumulsize>, <type> and <childs>'),
    hash: bool('As text, print only the CID'),
    size: bool('As text, print only the size'),
    'with-local': bool('Count the bytes that are held'),
    ...FLUSH_OPTION,
  },
  reply: json(FilesStat),
  text: (stat: StatLine, { options }) => statText(stat, chosenFormat(options)),
  parts: ['files'],
  async run({ files }, { args: { path }, options, session, signal, printCid }) {
    chosenFormat(options)
    const call = { session, signal }
    const { cid, type, sizeBytes, cumulativeBytes, links, mode, mtime } = await files.stat(path, call)
    const locality = options['with-local'] ? await files.locality(cid, call) : undefined
    return {
      Hash: printCid(cid),
      Size: sizeBytes,
      CumulativeSize: cumulativeBytes,
      Blocks: links,
      Type: type,
      ...(locality && { WithLocality: true, Local: locality.isWhole, SizeLocal: locality.heldBytes }),
      Mode: statMode(type, mode)?.toString(8).padStart(4, '0'),
      Mtime: mtime?.seconds,
      MtimeNsecs: mtime?.nanoseconds || undefined,
    }
  },
})

/** Go's file mode of a node. `undefined` for a file or directory without a mode. */
function statMode(type: FilesStatus['type'], mode: number | undefined): number | undefined {
  if (type === 'symlink') return goSymlinkMode(mode)
  return mode === undefined ? undefined : goFileMode(mode, { isDirectory: type === 'directory' })
}

interface FormatOptions {
  readonly format?: string | undefined
  readonly hash?: boolean | undefined
  readonly size?: boolean | undefined
}

/** The format to use. Throws `invalid-argument` with Code 1 when several options name one. */
function chosenFormat({ format, hash, size }: FormatOptions): string {
  const isDefault = format === undefined || SENT_BY_DEFAULT.includes(format)
  if ([!isDefault, hash, size].filter(Boolean).length > 1) {
    throw clientError(
      'invalid-argument',
      'format was set by multiple options. Only one format option is allowed',
    )
  }
  if (hash) return '<hash>'
  return size ? '<cumulsize>' : (format ?? DEFAULT_STAT_FORMAT)
}
