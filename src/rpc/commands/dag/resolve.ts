import { parseCid } from '../../../codec/cid/cid.ts'
import { parsePath } from '../../../unixfs/dag/parse-path.ts'
import { resolvePath } from '../../../unixfs/dag/resolve.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { arg } from '../../declare/wire.ts'
import { DagResolved } from '../../shapes/dag.ts'

/** Spec: RPC document, section 4, `/dag/resolve`. */
export const dagResolve = defineCommand({
  path: 'dag/resolve',
  about: 'Resolve a path to the block it ends in and the rest inside that block',
  args: { ref: arg('Path to resolve', { fromBody: true }) },
  options: {},
  reply: json(DagResolved),
  text: ({ Cid, RemPath }: { Cid: { '/': string }; RemPath: string }, { args: { ref }, printCid }) => {
    const asked = parsePath(ref)
    const cid = printCid(parseCid(Cid['/']), asked.namespace === 'ipns' ? undefined : asked.rootBase)
    return RemPath === '' ? cid : `${cid}/${RemPath}`
  },
  async run(_, { args, session, signal }) {
    const { cid, remainder } = await resolvePath(session, args.ref, { inside: true, signal })
    return { Cid: { '/': cid.toString() }, RemPath: remainder.join('/') }
  },
})
