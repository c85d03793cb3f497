import { DomainError } from '../../../errors.ts'
import { importCars } from '../../../unixfs/dag/import-cars.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
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
  parts: ['activity', 'writeBudget', 'pins', 'repo', 'blockstore'],
  async *run({ activity, writeBudget, pins, repo, blockstore }, { options, body, signal }) {
    const { 'pin-roots': pinRoots, 'local-only': localOnly } = options
    if (pinRoots && localOnly) throw new DomainError('invalid-argument', CONTRADICTION)
    const imported = importCars({ blockstore, activity, writeBudget, pins }, body, {
      pinRoots: pinRoots ?? !localOnly,
      allowBig: options['allow-big-block'],
      signal,
    })
    for await (const event of repo.adding(imported, { signal })) {
      if ('root' in event)
        yield { Root: { Cid: { '/': event.root.toString() }, PinErrorMsg: event.pinError } }
      else if (options.stats) yield { Stats: { BlockCount: event.blocks, BlockBytesCount: event.sizeBytes } }
    }
  },
})

const CONTRADICTION =
  '--local-only implies --pin-roots=false and cannot be combined with --pin-roots=true; please drop one of them'
