import type * as z from 'zod/mini'
import { parseCid } from '../../../codec/cid/cid.ts'
import type { AddStage } from '../../../content-lock/open-adds.ts'
import { DomainError } from '../../../errors.ts'
import { addIfRoom } from '../../../repo/add-if-room.ts'
import { importCars } from '../../../unixfs/dag/import-cars.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import type { PrintCid } from '../../print/print-cid.ts'
import { DagImported } from '../../shapes/dag.ts'

/** Spec: RPC document, section 4, `/dag/import`. */
export const dagImport = defineCommand({
  path: 'dag/import',
  about: 'Store the blocks of CAR files and pin their roots',
  args: {},
  options: {
    silent: bool('Print nothing; clients do that themselves'),
    'pin-roots': bool('Pin the roots of each file recursively; false with local-only', { shown: true }),
    stats: bool('End with the number of blocks and bytes'),
    'allow-big-block': bool('Accept blocks beyond the size that peers exchange'),
    'local-only': bool('Accept files whose roots are not complete: pin none'),
  },
  body: 'path',
  reply: ndjson(DagImported),
  text: importedText,
  parts: ['activity', 'clock', 'putWatch', 'writeBudget', 'pins', 'repo', 'blockstore'],
  async *run({ activity, clock, putWatch, writeBudget, pins, repo, blockstore }, { options, body, signal }) {
    const { 'pin-roots': pinRoots, 'local-only': localOnly } = options
    if (pinRoots && localOnly) throw new DomainError('invalid-argument', CONTRADICTION)
    const importTo = ({ blockstore, onReceived }: AddStage) =>
      importCars({ blockstore, activity, writeBudget, pins }, body, {
        pinRoots: pinRoots ?? !localOnly,
        allowBig: options['allow-big-block'],
        onReceived,
        signal,
      })
    for await (const event of addIfRoom(importTo, { repo, blockstore, putWatch, activity, clock, signal })) {
      if ('root' in event)
        yield { Root: { Cid: { '/': event.root.toString() }, PinErrorMsg: event.pinError } }
      else if (options.stats) yield { Stats: { BlockCount: event.blocks, BlockBytesCount: event.sizeBytes } }
    }
  },
})

/** One line of the reply, as the reference's command line prints it. */
function importedText(
  { Root, Stats }: z.output<typeof DagImported>,
  { options, printCid }: TextInput,
): string {
  if (options.silent) return ''
  if (Stats) return `Imported ${Stats.BlockCount} blocks (${Stats.BlockBytesCount} bytes)\n`
  if (!Root) return ''
  const outcome = Root.PinErrorMsg === '' ? 'success' : `FAILED: ${Root.PinErrorMsg}`
  return `Pinned root\t${printCid(parseCid(Root.Cid['/']))}\t${outcome}\n`
}

interface TextInput {
  readonly options: { readonly silent?: boolean | undefined }
  readonly printCid: PrintCid
}

const CONTRADICTION =
  '--local-only implies --pin-roots=false and cannot be combined with --pin-roots=true; please drop one of them'
