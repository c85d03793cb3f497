import type { AddStage } from '../../content-lock/open-adds.ts'
import { addIfRoom } from '../../repo/add-if-room.ts'
import { type AddAndPinOptions, addAndPin } from '../../unixfs/add/add-and-pin.ts'
import { defineCommand, ndjson } from '../declare/command.ts'
import { bool, int, text } from '../declare/wire.ts'
import { formSource } from '../form/form-source.ts'
import { contentOptions, withDefaults } from '../options/add-options.ts'
import { addEvent } from '../print/add-event.ts'
import { AddResult } from '../shapes/content.ts'

/** Spec: RPC document, section 4, `/add`, and section 2, "Directory and file parts for `add`". */
export const add = defineCommand({
  path: 'add',
  about: 'Add files and directories',
  args: {},
  options: {
    quiet: bool('Print CIDs only, on a command line; the reply stays the same', { alias: 'q' }),
    quieter: bool('Print the last CID only, on a command line; the reply stays the same', { alias: 'Q' }),
    silent: bool('Report directories only'),
    progress: bool('Report progress while reading', { alias: 'p', fallback: false }),
    trickle: bool('Use the trickle layout', { alias: 't', fallback: false }),
    'only-hash': bool('Compute CIDs and store nothing', { alias: 'n', fallback: false }),
    'wrap-with-directory': bool('Put all entries into one directory', { alias: 'w', fallback: false }),
    chunker: text('How files are cut: size-[bytes], rabin-[min]-[avg]-[max] or buzhash', {
      alias: 's',
      shown: 'size-262144',
    }),
    pin: bool('Pin each root recursively', { fallback: true }),
    'raw-leaves': bool('Store file bytes as raw blocks', { status: 'experimental' }),
    nocopy: bool('Refer to the bytes where they are; implies raw-leaves', { status: 'experimental' }),
    fscache: bool('Store no block that is referred to already', { status: 'experimental' }),
    'cid-version': int('CID version; 0 unless an option needs 1', { status: 'experimental' }),
    hash: text('Multihash function; another than sha2-256 implies CID version 1', {
      shown: 'sha2-256',
      status: 'experimental',
    }),
    inline: bool('Keep small blocks inside their CIDs', { fallback: false, status: 'experimental' }),
    'inline-limit': int('Largest block to keep inside its CID, in bytes', {
      fallback: 32,
      status: 'experimental',
    }),
    'to-files': text('Also place the content under this path of the mutable namespace'),
    'pin-name': text('Name of the pins'),
    'preserve-mode': bool('Keep the modes that the parts carry'),
    'preserve-mtime': bool('Keep the modification times that the parts carry'),
    mode: int('Mode of every entry; octal with a leading 0', { wire: 'uint' }),
    mtime: int('Modification time of every entry, in seconds since the epoch', { wire: 'int64' }),
    'mtime-nsecs': int('Nanoseconds beyond mtime', { wire: 'uint' }),
    'max-file-links': int('Widest node of a file'),
    'max-directory-links': int('Most entries of a directory that is not sharded; 0 for any number'),
    'max-hamt-fanout': int('Slots of each shard of a sharded directory'),
    'empty-dirs': bool('Keep directories that nothing is in', { fallback: true }),
    profile: text('Decides what no other option does: unixfs-v0-2015 or unixfs-v1-2025'),
  },
  body: 'path',
  reply: ndjson(AddResult),
  parts: [
    'activity',
    'clock',
    'putWatch',
    'writeBudget',
    'pins',
    'repo',
    'files',
    'importing',
    'blockstore',
    'filestore',
  ],
  async *run(
    { activity, clock, putWatch, writeBudget, pins, repo, files, importing, blockstore, filestore },
    { options, body, session, signal, printCid },
  ) {
    const toFiles = options['to-files']
    const source = formSource(body, { mode: options['preserve-mode'], mtime: options['preserve-mtime'] })
    const adding: AddAndPinOptions = {
      ...withDefaults(contentOptions(options), importing),
      signal,
      ...(options.pin && {
        pinRoots: (roots) => pins.addRoots(roots, { name: options['pin-name'], signal }),
      }),
      ...(toFiles !== undefined && {
        placeRoots: (roots) => files.place(roots, toFiles || '/', { session, signal }),
      }),
    }
    const addTo = (stage: AddStage) => {
      const { source: entries, ...store } = filestore.forAdd({ source, stage, signal, ...options })
      const { onReceived } = stage
      return addAndPin({ ...store, activity, writeBudget }, entries, { ...adding, onReceived })
    }
    const events = addIfRoom(addTo, { repo, blockstore, putWatch, activity, clock, signal })
    for await (const event of events) yield addEvent(event, printCid)
  },
})
