import type * as z from 'zod/mini'
import type { BlockReader } from '../../blocks/load-block.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { DomainError, isDomainError } from '../../errors.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import { listRefs, type Ref, type RefsOptions } from '../../unixfs/dag/list-refs.ts'
import { resolvePaths } from '../../unixfs/dag/resolve.ts'
import { createSeenDepths } from '../../unixfs/dag/seen-depths.ts'
import { defineCommand, ndjson } from '../declare/command.ts'
import { args, bool, int, text } from '../declare/wire.ts'
import { FileRef } from '../shapes/dag.ts'

/**
 * Spec: RPC document, section 4, `/refs`. Spec gap: a root that is missing or incomplete is reported in a line
 * of its own, and the next one follows; with `encoding=text` its error ends the reply.
 */
export const refs = defineCommand({
  path: 'refs',
  about: 'List the links of an object',
  args: { 'ipfs-path': args('Paths of the objects', { fromBody: true }) },
  options: {
    format: text('Format with the tokens <src>, <dst> and <linkname>', { fallback: '<dst>' }),
    edges: bool('Print each link as an edge', { alias: 'e', fallback: false }),
    unique: bool('List each object once', { alias: 'u', fallback: false }),
    recursive: bool('List the links of links too', { alias: 'r', fallback: false }),
    'max-depth': int('How deep to follow links; -1 for no limit', { fallback: -1 }),
  },
  reply: ndjson(FileRef),
  text: refText,
  async *run(_, { args: { 'ipfs-path': paths }, options, session, signal, printCid }) {
    const format = formatOf(options)
    const roots = (await resolvePaths(session, paths, { signal })).map(({ cid }) => cid)
    const refsOptions = {
      maxDepth: maxDepthOf(options),
      seen: options.unique ? createSeenDepths() : undefined,
      signal,
    }
    for (const root of roots)
      yield* refLines(session, root, { ...refsOptions, show: refFormatter(format, printCid) })
  },
})

type Line = z.infer<typeof FileRef>

/** Throws the error of a line, which ends the reply, as at the reference server: a text cannot mark it as an error. */
function refText({ Ref, Err }: Line): string {
  if (Err !== '') throw new DomainError('failed-precondition', Err)
  return `${Ref}\n`
}

interface LinesOptions extends RefsOptions {
  readonly show: (ref: Ref) => string
}

async function* refLines(
  blockstore: BlockReader & Pick<Blockstore, 'has'>,
  root: CID,
  { show, ...options }: LinesOptions,
): AsyncGenerator<Line> {
  try {
    for await (const ref of listRefs(blockstore, root, options)) yield { Ref: show(ref), Err: '' }
  } catch (error) {
    options.signal?.throwIfAborted()
    if (!isDomainError(error)) throw error
    yield { Ref: '', Err: error.message }
  }
}

/** Replaces tokens in a fixed order. A token inside a name is replaced only if its turn comes later. */
function refFormatter(format: string, printCid: (cid: CID) => string): (ref: Ref) => string {
  return ({ from, to, name }) =>
    format
      .replaceAll('<src>', () => printCid(from))
      .replaceAll('<dst>', () => printCid(to))
      .replaceAll('<linkname>', () => name)
}

function formatOf({ format, edges }: { readonly format: string; readonly edges: boolean }): string {
  if (!edges) return format || '<dst>'
  if (format === '<dst>' || format === '') return '<src> -> <dst>'
  throw new DomainError('invalid-argument', 'using format argument with edges is not allowed')
}

function maxDepthOf({
  recursive,
  'max-depth': maxDepth,
}: {
  readonly recursive: boolean
  readonly 'max-depth': number
}): number {
  if (!recursive) return 1
  return maxDepth < 0 ? Number.POSITIVE_INFINITY : maxDepth
}
