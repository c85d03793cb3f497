import type * as z from 'zod/mini'
import { DomainError } from '../../../errors.ts'
import type { FilesEntry } from '../../../files/files.ts'
import { sortedByName } from '../../../unixfs/directory/directory-entries.ts'
import { defineCommand, either } from '../../declare/command.ts'
import { bool, optionalArg } from '../../declare/wire.ts'
import { FLUSH_OPTION } from '../../options/files-options.ts'
import { FilesListing } from '../../shapes/files.ts'

/**
 * Maximum number of entries in a reply that is not streamed, since it is built in memory, and in one line of a
 * stream.
 */
const MAX_LISTED = 250_000
const LINE_ENTRIES = 256

type PrintEntry = (entry: FilesEntry) => NonNullable<Listing['Entries']>[number]

type Listing = z.infer<typeof FilesListing>

/** Spec: RPC document, section 4, `/files/ls`. Spec gap: JavaScript clients send `stream` and read both forms. */
export const filesLs = defineCommand({
  path: 'files/ls',
  about: 'List a directory of the mutable namespace',
  args: { path: optionalArg('Path to list; the root when absent') },
  options: {
    long: bool('Give type, size and CID of each entry', { alias: 'l' }),
    U: bool('Do not sort'),
    stream: bool('Answer some entries a line, unsorted'),
    ...FLUSH_OPTION,
  },
  reply: either(FilesListing),
  text: ({ Entries }: Listing, { options: { long } }) =>
    (Entries ?? [])
      .map(({ Name, Type, Size, Hash }) =>
        long ? `${Name}${Type === 1 ? '/' : ''}\t${Hash}\t${Size}\n` : `${Name}\n`,
      )
      .join(''),
  parts: ['files'],
  async run({ files }, { args: { path = '/' }, options: { long, U, stream }, session, signal, printCid }) {
    const print: PrintEntry = ({ name, type, sizeBytes, cid, isItself }) => ({
      Name: name,
      Type: type === 'directory' ? 1 : 0,
      Size: sizeBytes,
      // As in the reference, only a file that is listed by itself is printed in the base that was asked for.
      Hash: long ? (isItself ? printCid(cid) : cid.toString()) : '',
    })
    const listed = files.list(path, { long, session, signal })
    if (stream) return lines(listed, print)
    const entries: FilesEntry[] = []
    for await (const entry of listed) {
      if (entries.length === MAX_LISTED) {
        throw new DomainError(
          'too-large',
          `Cannot list over ${MAX_LISTED} entries at once: ask with stream=true`,
        )
      }
      entries.push(entry)
    }
    return { Entries: entries.length > 0 ? (U ? entries : sortedByName(entries)).map(print) : null }
  },
})

async function* lines(entries: AsyncIterable<FilesEntry>, print: PrintEntry): AsyncGenerator<Listing> {
  let line: FilesEntry[] = []
  for await (const entry of entries) {
    line.push(entry)
    if (line.length < LINE_ENTRIES) continue
    yield { Entries: line.map(print) }
    line = []
  }
  if (line.length > 0) yield { Entries: line.map(print) }
}
