import { defineCommand, ndjson } from '../command.ts'
import { FileRef } from '../shapes/dag.ts'
import { args, bool, int, text } from '../wire.ts'

/** Spec: RPC document, section 4, `/refs`. */
export const refs = defineCommand({
  path: 'refs',
  about: 'List the links of an object',
  args: { 'ipfs-path': args('Paths of the objects', { fromBody: true }) },
  options: {
    format: text('Format with the tokens <src>, <dst> and <linkname>', { fallback: '<dst>' }),
    edges: bool('Print each link as an edge', { alias: 'e' }),
    unique: bool('List each object once', { alias: 'u' }),
    recursive: bool('List the links of links too', { alias: 'r' }),
    'max-depth': int('How deep to follow links; -1 for no limit', { fallback: -1 }),
  },
  reply: ndjson(FileRef),
})
