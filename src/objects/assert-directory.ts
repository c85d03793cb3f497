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

/**
 * Throws `unsupported` unless an object is a plain directory of UnixFS: a file would lose bytes by a link that is
 * added or removed, and a shard would no longer find its entries.
 */
export function assertDirectory({ data }: Pick<StoredObject, 'data'>, change: 'add' | 'remove'): void {
  const type = unixfsOf({ Data: data })?.type
  if (type === 'directory') return
  const { noUnixfs, shard, other } = REFUSALS[change]
  if (type === undefined) throw new DomainError('unsupported', noUnixfs)
  throw new DomainError('unsupported', type === 'hamt-shard' ? shard : other(KINDS[type]))
}
