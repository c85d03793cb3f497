import { DomainError } from '../../../errors.ts'
import { longerPath, parsePath } from '../../../unixfs/dag/parse-path.ts'
import { defineCommand, either } from '../../declare/command.ts'
import { bool, int, optionalArg, text } from '../../declare/wire.ts'
import { dhtTimeoutMs } from '../../options/dht-timeout.ts'
import { keyInfo } from '../../print/key-info.ts'
import { mapItems } from '../../serve/map-items.ts'
import { PathResult } from '../../shapes/names.ts'

/** Spec: RPC document, section 4, `/name/resolve`. */
export const nameResolve = defineCommand({
  path: 'name/resolve',
  about: 'Resolve a name to a path',
  args: { name: optionalArg('Name to resolve; the own peer id when absent') },
  options: {
    recursive: bool('Follow names that lead to names', { alias: 'r', fallback: true }),
    nocache: bool('Ask even when the answer is known', { alias: 'n' }),
    'dht-record-count': int('Number of records to ask for', { alias: 'dhtrc', wire: 'uint' }),
    'dht-timeout': text('Longest time to ask, such as 30s; 0 for no limit', { alias: 'dhtt' }),
    stream: bool('Send each better answer as it comes', { alias: 's' }),
  },
  reply: either(PathResult),
  text: ({ Path }: { Path: string }) => `${Path}\n`,
  // A tab loads its routers among peers with the network.
  parts: ['keys', 'names', 'network'],
  async run(
    { keys, names },
    { args: { name }, options: { recursive, stream, ...options }, isOffline, signal },
  ) {
    const search = {
      recursive,
      isFresh: options.nocache,
      maxRecords: options['dht-record-count'] || undefined,
      maxMs: dhtTimeoutMs(options['dht-timeout']),
      isLocal: isOffline,
      signal,
    }
    const asked = namePath(name ?? keyInfo(await keys.self({ signal }), undefined).Id)
    const printed = ({ path }: { readonly path: string }) => {
      const whole = longerPath(path, asked.names)
      // A slash at the end of the name is kept, as by the reference.
      return { Path: name?.endsWith('/') && !whole.endsWith('/') ? `${whole}/` : whole }
    }
    if (stream) return mapItems(names.resolveAgain(asked.rootText, search), printed)
    return printed(await names.resolve(asked.rootText, search))
  },
})

/** Takes a name, with what follows it, alone, as a path and as a native URI. */
function namePath(asked: string): ReturnType<typeof parsePath> {
  const parsed = parsePath(/^(\/|[a-z]+:)/i.test(asked) ? asked : `/ipns/${asked}`)
  if (parsed.namespace === 'ipns') return parsed
  throw new DomainError('invalid-argument', `${JSON.stringify(asked.slice(0, 1024))} is not an IPNS name`)
}
