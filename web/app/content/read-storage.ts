import { call } from '../call.ts'
import { thisNode } from '../node/this-node.ts'
import { contentTexts } from './content-texts.ts'

/** From this share of the space on, the visitor is warned. */
const WARN_FROM = 0.8

const NOTHING_KNOWN: StorageEstimate = {}

export interface StorageState {
  readonly usedBytes: number
  /** 0 where it is unknown. */
  readonly limitBytes: number
  /** What has the limit: the browser, the disk of `npm start`, or the database of a deployment. */
  readonly limitOf: 'browser' | 'disk' | 'database'
  readonly contentBytes: number
  readonly blocks: number
  /** Whether the browser has granted persistent storage; `undefined` for a node elsewhere. */
  readonly isPersistent: boolean | undefined
}

/** How full the node is, by the account of the browser or of the node that is elsewhere. */
export async function readStorage(): Promise<StorageState> {
  const isHere = (await thisNode()).kind === 'browser'
  const [{ RepoSize, NumObjects }, { usage = 0, quota = 0 }, disk, isPersistent] = await Promise.all([
    call('repo/stat'),
    isHere ? estimate() : NOTHING_KNOWN,
    isHere ? undefined : readDisk(),
    isHere ? navigator.storage.persisted() : undefined,
  ])
  const fullness = isHere
    ? ({ usedBytes: usage, limitBytes: quota, limitOf: 'browser' } as const)
    : fullnessElsewhere(RepoSize, disk)
  return { ...fullness, contentBytes: RepoSize, blocks: NumObjects, isPersistent }
}

/** What `diag/sys` tells of the storage of a node. */
export interface DiskInfo {
  readonly free_space: number
  /** Given by a deployment, whose database has a limit of its own. */
  readonly total_space?: number | undefined
}

/** How full a node elsewhere is. On a disk, only the content counts: the rest of it belongs to other programs. */
export function fullnessElsewhere(
  contentBytes: number,
  disk: DiskInfo | undefined,
): Pick<StorageState, 'usedBytes' | 'limitBytes' | 'limitOf'> {
  if (disk?.total_space === undefined) {
    const limitBytes = disk === undefined ? 0 : contentBytes + disk.free_space
    return { usedBytes: contentBytes, limitBytes, limitOf: 'disk' }
  }
  const { total_space: limitBytes, free_space } = disk
  return { usedBytes: limitBytes - free_space, limitBytes, limitOf: 'database' }
}

/** `undefined` where the node does not say so, or not to this page. */
async function readDisk(): Promise<DiskInfo | undefined> {
  try {
    return (await call('diag/sys')).diskinfo
  } catch {
    return undefined
  }
}

/** Returns an empty estimate where the browser does not support it. */
export async function estimate(): Promise<StorageEstimate> {
  return navigator.storage && 'estimate' in navigator.storage ? navigator.storage.estimate() : {}
}

/** Advice while little space is left; empty while there is enough. */
export function storageWarning({
  usedBytes,
  limitBytes,
}: Pick<StorageState, 'usedBytes' | 'limitBytes'>): string {
  if (limitBytes === 0 || usedBytes < limitBytes * WARN_FROM) return ''
  const percent = Math.floor((usedBytes / limitBytes) * 100)
  return contentTexts.used(String(percent))
}
