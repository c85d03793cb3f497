import { DomainError } from '../../../errors.ts'
import { longerPath, parsePath } from '../../../unixfs/dag/parse-path.ts'
import type { PathReader } from '../../../unixfs/dag/path-reader.ts'
import { defineCommand, either } from '../../declare/command.ts'
import { bool, int, optionalArg, text } from '../../declare/wire.ts'
import { checkDhtTimeout } from '../../options/dht-timeout.ts'
import { keyInfo } from '../../print/key-info.ts'
import { only } from '../../serve/only.ts'
import { PathResult } from '../../shapes/names.ts'

/** Spec: RPC document, section 4, `/name/resolve`. */
export const nameResolve = defineCommand({
  path: 'name/resolve',
  about: 'Resolve a name to a path',
  args: { name: optionalArg('Name to resolve; the own peer id when absent') },
  options: {
    recursive: bool('Follow names that stand for names', { alias: 'r', fallback: true }),
    nocache: bool('Ask even when the answer is known', { alias: 'n' }),
    'dht-record-count': int('Number of records to ask for', { alias: 'dhtrc', wire: 'uint' }),
    'dht-timeout': text('Longest time to ask, such as 30s; 0 for no limit', { alias: 'dhtt' }),
    stream: bool('Send each better answer as it comes', { alias: 's' }),
  },
  reply: either(PathResult),
  text: ({ Path }: { Path: string }) => `${Path}\n`,
  parts: ['keys'],
  async run({ keys }, { args: { name }, options: { recursive, stream, ...options }, session, signal }) {
    checkDhtTimeout(options['dht-timeout'])
    const asked = name ?? keyInfo(await keys.self({ signal }), undefined).Id
    const result = { Path: await resolved(session, asked, { recursive, signal }) }
    return stream ? only(result) : result
  },
})

/** Takes a name, with what follows it, alone, as a path and as a native URI. */
async function resolved(
  { resolveName }: Required<Pick<PathReader, 'resolveName'>>,
  asked: string,
  options: { readonly recursive: boolean; readonly signal: AbortSignal },
): Promise<string> {
  const parsed = parsePath(/^(\/|[a-z]+:)/i.test(asked) ? asked : `/ipns/${asked}`)
  if (parsed.namespace !== 'ipns') {
    throw new DomainError('invalid-argument', `${JSON.stringify(asked.slice(0, 1024))} is not an IPNS name`)
  }
  const { path } = await resolveName(parsed.rootText, options)
  return longerPath(path, parsed.names)
}
