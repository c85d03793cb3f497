import { DomainError } from '../../../errors.ts'
import { resolvePath } from '../../../unixfs/dag/resolve.ts'
import { type DagSizes, statDags } from '../../../unixfs/dag/stat-dags.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { args, bool } from '../../declare/wire.ts'
import type { PrintCid } from '../../print/print-cid.ts'
import { DagStat } from '../../shapes/dag.ts'

/** Spec: RPC document, section 4, `/dag/stat`. */
export const dagStat = defineCommand({
  path: 'dag/stat',
  about: 'Count the blocks under a root and their bytes',
  args: { root: args('CIDs of the roots', { fromBody: true }) },
  options: {
    progress: bool('Send the sums as they grow', { alias: 'p', fallback: true }),
  },
  reply: ndjson(DagStat),
  text: ({ Size, NumBlocks }: { Size: number; NumBlocks: number }) =>
    `Size: ${Size}, NumBlocks: ${NumBlocks}\n`,
  async *run(_, { args: { root: paths }, options: { progress }, session, signal, printCid }) {
    const roots = []
    for (const path of paths) {
      const { cid, remainder } = await resolvePath(session, path, { inside: true, signal })
      if (remainder.length > 0) {
        const message = 'cannot return size for anything other than a DAG with a root CID'
        throw new DomainError('invalid-argument', message)
      }
      roots.push(cid)
    }
    let last: DagSizes | undefined
    for await (const sizes of statDags(session, roots, { signal })) {
      if (progress && last) yield statLine(last, printCid)
      last = sizes
    }
    if (last) yield statLine(last, printCid)
  },
})

/** Omits zero values of today's shape, like the reference. */
function statLine({ unique, sizeBytes, roots }: DagSizes, printCid: PrintCid) {
  const shared = sizeBytes - unique.sizeBytes
  return {
    Size: unique.sizeBytes,
    NumBlocks: unique.blocks,
    UniqueBlocks: unique.blocks,
    TotalSize: unique.sizeBytes,
    SharedSize: shared || undefined,
    Ratio: unique.sizeBytes > 0 ? sizeBytes / unique.sizeBytes : undefined,
    DagStats: roots.map(({ cid, sizeBytes: own, blocks }) => ({
      Cid: printCid(cid),
      Size: own,
      NumBlocks: blocks,
    })),
  }
}
