import type { Path } from './types.ts'

/**
 * What the client must know about commands at run time, since it contains none of them. A test compares all
 * tables with the registry. This one has the order of positional arguments, for commands with several:
 */
export const ARGUMENT_ORDER: { readonly [P in Path]?: readonly string[] } = {
  'object/diff': ['obj_a', 'obj_b'],
  'object/patch/add-link': ['root', 'name', 'ref'],
  'object/patch/rm-link': ['root', 'name'],
  'files/cp': ['source', 'dest'],
  'files/mv': ['source', 'dest'],
  'files/chmod': ['mode', 'path'],
  'pin/update': ['from-path', 'to-path'],
  'pin/remote/service/add': ['service', 'endpoint', 'key'],
  'key/rename': ['name', 'newName'],
  'p2p/forward': ['protocol', 'listen-address', 'target-address'],
  'p2p/listen': ['protocol', 'target-address'],
  'pubsub/pub': ['topic', 'data'],
  'ledger/revert': ['rollapp', 'height'],
  'ledger/verify': ['root', 'rollapp', 'index'],
  config: ['key', 'value'],
  'log/level': ['subsystem', 'level'],
}

/** Commands without a reply body on success, which looks like a stream without lines. */
export const EMPTY_REPLIES: ReadonlySet<Path> = new Set<Path>([
  'files/chcid',
  'files/chmod',
  'files/cp',
  'files/mkdir',
  'files/mv',
  'files/rm',
  'files/touch',
  'files/write',
  'pin/remote/rm',
  'pin/remote/service/add',
  'pin/remote/service/rm',
  'key/rotate',
  'bitswap/reprovide',
  'routing/reprovide',
  'p2p/forward',
  'p2p/listen',
  'p2p/stream/close',
  'pubsub/pub',
  'config/edit',
  'config/replace',
  'diag/cmds/clear',
  'diag/cmds/set-time',
  'shutdown',
])

/** Commands whose reply is one value, although it has the header of a stream of lines, as at the reference. */
export const EMITTED_VALUES: ReadonlySet<Path> = new Set<Path>([
  'key/sign',
  'key/verify',
  'provide/stat',
  'stats/reprovide',
])
