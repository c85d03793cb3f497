import { defineCommand, either } from '../../declare/command.ts'
import { bool, int, optionalArg, text } from '../../declare/wire.ts'
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
})
