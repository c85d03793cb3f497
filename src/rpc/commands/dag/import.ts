import { importCars } from '../../../dag/import-cars.ts'
import { defineCommand, ndjson } from '../../command.ts'
import { DagImported } from '../../shapes/dag.ts'
import { bool } from '../../wire.ts'

/** Spec: RPC document, section 4, `/dag/import`. */
export const dagImport = defineCommand({
  path: 'dag/import',
  about: 'Store the blocks of CAR files and pin their roots',
  args: {},
  options: {
    silent: bool('Print nothing; clients do that themselves'),
    'pin-roots': bool('Pin the roots of each file recursively', { fallback: true }),
    stats: bool('End with the number of blocks and bytes'),
    'allow-big-block': bool('Accept blocks beyond the size that peers exchange'),
    'local-only': bool('Accept files whose roots are not complete: pin none'),
  },
  body: 'path',
  reply: ndjson(DagImported),
  async *run({ ports: { blockstore }, activity, writeBudget, pins, repo }, { options, body, signal }) {
    const imported = importCars({ blockstore, activity, writeBudget, pins }, body, {
      pinRoots: options['pin-roots'] && !options['local-only'],
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
