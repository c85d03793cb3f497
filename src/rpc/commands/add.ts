import { type AddAndPinOptions, addAndPin } from '../../content/add-and-pin.ts'
import { DomainError } from '../../errors.ts'
import { addEvent } from '../add-event.ts'
import { defineCommand, ndjson } from '../command.ts'
import { formSource, withMetadata } from '../form-source.ts'
import { AddResult } from '../shapes/content.ts'
import { bool, int, text } from '../wire.ts'

/** Spec: RPC document, section 4, `/add`, and section 2, "Directory and file parts for `add`". */
export const add = defineCommand({
  path: 'add',
  about: 'Add files and directories',
  args: {},
  options: {
    quiet: bool('Shapes the text of command lines; without effect here', { alias: 'q' }),
    quieter: bool('Shapes the text of command lines; without effect here', { alias: 'Q' }),
    silent: bool('Report directories only'),
    progress: bool('Report progress while reading', { alias: 'p', fallback: false }),
    trickle: bool('Use the trickle layout', { alias: 't', fallback: false }),
    'only-hash': bool('Compute CIDs and store nothing', { alias: 'n', fallback: false }),
    'wrap-with-directory': bool('Put all entries into one directory', { alias: 'w', fallback: false }),
    chunker: text('How files are cut: size-[bytes], rabin-[min]-[avg]-[max] or buzhash', {
      alias: 's',
      fallback: 'size-262144',
    }),
    pin: bool('Pin each root recursively', { fallback: true }),
    'raw-leaves': bool('Store file bytes as raw blocks', { status: 'experimental' }),
    nocopy: bool('Refer to the bytes where they are; implies raw-leaves', { status: 'experimental' }),
    fscache: bool('Accepted and without effect', { status: 'experimental' }),
    'cid-version': int('CID version; 0 unless an option needs 1', { status: 'experimental' }),
    hash: text('Multihash function; another than sha2-256 implies CID version 1', {
      fallback: 'sha2-256',
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
    mode: text('Mode of every entry, in octal'),
    mtime: int('Modification time of every entry, in seconds since the epoch', { wire: 'int64' }),
    'mtime-nsecs': int('Nanoseconds beyond mtime', { wire: 'uint' }),
    'max-file-links': int('Widest node of a file'),
  },
  body: 'path',
  reply: ndjson(AddResult),
  async *run(
    { ports: { blockstore }, activity, writeBudget, pins, repo },
    { options, body, signal, printCid },
  ) {
    refuseUnbuilt(options)
    const source = withMetadata(
      formSource(body, { mode: options['preserve-mode'], mtime: options['preserve-mtime'] }),
      { mode: options.mode, mtime: options.mtime, nanoseconds: options['mtime-nsecs'] },
    )
    const contentOptions: AddAndPinOptions = {
      ...{ chunker: options.chunker, trickle: options.trickle, cidVersion: options['cid-version'] },
      ...{ rawLeaves: options['raw-leaves'], hash: options.hash, onlyHash: options['only-hash'] },
      ...{ inline: options.inline, inlineLimit: options['inline-limit'] },
      ...{ wrapWithDirectory: options['wrap-with-directory'], maxFileLinks: options['max-file-links'] },
      ...{ progress: options.progress, silent: options.silent, signal },
      ...(options.pin && {
        pinRoots: (roots) => pins.addRoots(roots, { name: options['pin-name'], signal }),
      }),
    }
    const events = repo.adding(addAndPin({ blockstore, activity, writeBudget }, source, contentOptions), {
      signal,
    })
    for await (const event of events) yield addEvent(event, printCid)
  },
})

function refuseUnbuilt(options: {
  readonly nocopy?: boolean | undefined
  readonly 'raw-leaves'?: boolean | undefined
  readonly 'to-files'?: string | undefined
}): void {
  if (options.nocopy && options['raw-leaves'] === false) {
    throw new DomainError('invalid-argument', "nocopy option requires '--raw-leaves' to be enabled as well")
  }
  if (options.nocopy) {
    throw new DomainError(
      'unsupported',
      'either the filestore or the urlstore must be enabled to use nocopy, see: https://git.io/vNItf',
    )
  }
  if (options['to-files'] !== undefined) {
    throw new DomainError('unsupported', 'Cannot add to the mutable namespace: this build cannot do it yet')
  }
}
