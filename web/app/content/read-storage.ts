import { call } from '../call.ts'
import { thisNode } from '../node/this-node.ts'
import { contentTexts } from './content-texts.ts'

/** From this share of the space on, the visitor is warned. */
const WARN_FROM = 0.8

const NOTHING_KNOWN: StorageEstimate = {}

export interface StorageState {
  readonly usedBytes: number
  /** 0 where it is unknown, as on a deployment. */
  readonly limitBytes: number
  readonly contentBytes: number
  readonly blocks: number
  /** Whether the browser has granted persistent storage; `undefined` for a node elsewhere. */
  readonly isPersistent: boolean | undefined
}

/** How full the node is, by the account of the browser or of the node that is elsewhere. */
export async function readStorage(): Promise<StorageState> {
  const isHere = (await thisNode()).kind === 'browser'
  const [{ RepoSize, NumObjects }, { usage = 0, quota = 0 }, freeBytes, isPersistent] = await Promise.all([
    call('repo/stat'),
    isHere ? estimate() : NOTHING_KNOWN,
    isHere ? undefined : readFreeBytes(),
    isHere ? navigator.storage.persisted() : undefined,
  ])
  const limitElsewhere = freeBytes === undefined ? 0 : RepoSize + freeBytes
  return {
    usedBytes: isHere ? usage : RepoSize,
    limitBytes: isHere ? quota : limitElsewhere,
    contentBytes: RepoSize,
    blocks: NumObjects,
    isPersistent,
  }
}

/** What the disk of a node elsewhere can still store. `undefined` where the node does not say so, or not to this page. */
async function readFreeBytes(): Promise<number | undefined> {
  try {
    return (await call('diag/sys')).diskinfo?.free_space
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
