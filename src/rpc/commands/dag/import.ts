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
    'local-only': bool('Accept files whose roots are not complete'),
  },
  body: 'path',
  reply: ndjson(DagImported),
})
