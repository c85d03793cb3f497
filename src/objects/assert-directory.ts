import { unixfsOf } from '../codec/dag-pb/unixfs.ts'
import type { UnixfsType } from '../codec/dag-pb/unixfs-message.ts'
import { DomainError } from '../errors.ts'
import type { StoredObject } from './open-object.ts'

interface Refusals {
  readonly noUnixfs: string
  readonly shard: string
  readonly other: (kind: string) => string
}

const KINDS: Readonly<Record<Exclude<UnixfsType, 'directory' | 'hamt-shard'>, string>> = {
  raw: 'Raw',
  file: 'File',
  metadata: 'Metadata',
  symlink: 'Symlink',
}

const AT_LEVEL = 'at the dag-pb level'

/** The texts are those of the reference. */
const REFUSALS: Readonly<Record<'add' | 'remove', Refusals>> = {
  add: {
    noUnixfs:
      'cannot add named links to a non-UnixFS dag-pb node; pass --allow-non-unixfs to skip validation',
    shard: `cannot add links to a HAMTShard ${AT_LEVEL} (would corrupt the HAMT bitfield); use 'ipfs files' commands instead, or pass --allow-non-unixfs to override`,
    other: (kind) =>
      `cannot add named links to a UnixFS ${kind} node, only Directory nodes support link addition ${AT_LEVEL} (see https://specs.ipfs.tech/unixfs/)`,
  },
  remove: {
    noUnixfs: 'cannot remove links from a non-UnixFS dag-pb node; pass --allow-non-unixfs to skip validation',
    shard: `cannot remove links from a HAMTShard ${AT_LEVEL} (would corrupt the HAMT bitfield); use 'ipfs files rm' instead, or pass --allow-non-unixfs to override`,
    other: (kind) =>
      `cannot remove links from a UnixFS ${kind} node, only Directory nodes support link removal ${AT_LEVEL} (see https://specs.ipfs.tech/unixfs/)`,
  },
}

interface Change {
  readonly change: 'add' | 'remove'
  /**
   * If true, any object is accepted. If false, none but a plain directory of UnixFS. When absent, also an object that is
   * no UnixFS, such as `/object/new` makes: the reference refuses that too, since it no longer has the command.
   */
  readonly allow: boolean | undefined
}

/**
 * Throws `unsupported` for an object whose links must not be changed alone: a file would lose bytes, and a shard would
 * no longer find its entries.
 */
export function assertDirectory({ data }: Pick<StoredObject, 'data'>, { change, allow }: Change): void {
  const type = allow ? 'directory' : unixfsOf({ Data: data })?.type
  if (type === 'directory') return
  const { noUnixfs, shard, other } = REFUSALS[change]
  if (type !== undefined) throw refused(type === 'hamt-shard' ? shard : other(KINDS[type]))
  if (allow === false) throw refused(noUnixfs)
}

function refused(message: string): DomainError {
  return new DomainError('unsupported', message)
}
