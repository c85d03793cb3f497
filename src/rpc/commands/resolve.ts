import { longerPath, parsePath } from '../../unixfs/dag/parse-path.ts'
import type { ResolveName } from '../../unixfs/dag/path-reader.ts'
import { resolvePath } from '../../unixfs/dag/resolve.ts'
import { defineCommand, json } from '../declare/command.ts'
import { arg, bool, int, text } from '../declare/wire.ts'
import { dhtTimeoutMs } from '../options/dht-timeout.ts'
import { PathResult } from '../shapes/names.ts'

/** Spec: RPC document, section 4, `/resolve`. Spec gap: without `cid-base` the CID keeps the base of the path. */
export const resolve = defineCommand({
  path: 'resolve',
  about: 'Resolve a name or path to the path of its content',
  args: { name: arg('Name or path to resolve', { fromBody: true }) },
  options: {
    recursive: bool('Follow names until there is content', { alias: 'r', fallback: true }),
    'dht-record-count': int('Number of records to ask for', { alias: 'dhtrc' }),
    'dht-timeout': text('Longest time to ask, such as 30s; 0 for no limit', { alias: 'dhtt' }),
  },
  reply: json(PathResult),
  text: ({ Path }: { Path: string }) => `${Path}\n`,
  async run(_, { args, options, session, signal, printCid }) {
    const asked = parsePath(args.name)
    const search = {
      maxRecords: options['dht-record-count'] || undefined,
      // As in the reference, a time that is none is refused only where it would be needed.
      maxMs: asked.namespace === 'ipns' ? dhtTimeoutMs(options['dht-timeout']) : undefined,
    }
    if (asked.namespace === 'ipns' && !options.recursive) {
      const { path } = await session.resolveName(asked.rootText, { ...search, recursive: false, signal })
      return { Path: longerPath(path, asked.names) }
    }
    const resolveName: ResolveName = (name, call) => session.resolveName(name, { ...search, ...call })
    const reader = { ...session, resolveName }
    const { cid, remainder, namespace, rootBase } = await resolvePath(reader, args.name, {
      inside: true,
      signal,
    })
    const pathBase = asked.namespace === 'ipns' ? undefined : rootBase
    return { Path: ['', namespace, printCid(cid, pathBase), ...remainder].join('/') }
  },
})
