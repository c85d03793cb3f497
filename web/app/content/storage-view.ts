import { keepingAlive } from '../../host/keep-alive.ts'
import { bytesText, countText } from '../amounts.ts'
import { call } from '../call.ts'
import { find } from '../find.ts'
import { adviceOn } from '../next-step.ts'
import { thisNode } from '../node/this-node.ts'
import { hideProblem, showProblem } from '../problem.ts'
import { contentTexts } from './content-texts.ts'
import { estimate, readStorage, type StorageState, storageWarning } from './read-storage.ts'
import { usageView } from './usage-view.ts'

export interface StorageView {
  refresh(): Promise<void>
  /**
   * Asks the browser to make the storage persistent, and reports nothing when it declines. Some browsers ask
   * the visitor.
   */
  requestPersistence(): Promise<void>
}

/**
 * Shows how much is stored, the quota, and whether the browser may clear it, with a button that removes
 * unpinned content.
 */
export function storageView(section: HTMLElement): StorageView {
  const text = (id: string, content: string) => {
    find(section, id, HTMLElement).textContent = content
  }
  const safe = find(section, '#keep-safe', HTMLButtonElement)
  const free = find(section, '#free-space', HTMLButtonElement)

  const usageParts = usageView(section)

  const look = async () => {
    const state = await readStorage().catch((error: unknown) => {
      text('#storage-text', '')
      throw error
    })
    const { limitBytes, usedBytes, contentBytes, blocks, isPersistent } = state
    const meter = find(section, '#storage-meter', HTMLMeterElement)
    meter.hidden = limitBytes === 0
    meter.value = limitBytes === 0 ? 0 : usedBytes / limitBytes
    const isHere = isPersistent !== undefined
    const unknown = isHere ? contentTexts.limitUnknown : ''
    text('#storage-text', limitBytes === 0 ? unknown : usedText(state))
    text('#storage-warning', storageWarning(state))
    text('#storage-blocks', contentTexts.blocksOf(countText(blocks, 'block'), bytesText(contentBytes)))
    text('#storage-safe', isHere ? SAFETY[isPersistent ? 'kept' : 'loose'] : '')
    safe.hidden = isPersistent !== false
    await usageParts.refresh()
  }

  safe.addEventListener('click', () => {
    askForPersistence()
      .then((answer) => text('#storage-note', answer))
      .then(look)
      .catch(showProblem)
  })
  free.addEventListener('click', () => {
    free.disabled = true
    text('#storage-note', contentTexts.lookingUnused)
    hideProblem()
    freeSpace()
      .then((freed) => text('#storage-note', freed))
      .then(look)
      .catch((error: unknown) => {
        text('#storage-note', '')
        showProblem(error)
      })
      .finally(() => {
        free.disabled = false
      })
  })
  return {
    refresh: look,
    async requestPersistence() {
      if ((await thisNode()).kind === 'browser' && (await navigator.storage.persist())) await look()
    },
  }
}

function usedText({ usedBytes, limitBytes, limitOf }: StorageState): string {
  if (limitOf === 'disk') return contentTexts.freeOnDisk(bytesText(limitBytes - usedBytes))
  const text = limitOf === 'browser' ? contentTexts.usedOf : contentTexts.usedOfDatabase
  return text(bytesText(usedBytes), bytesText(limitBytes))
}

const SAFETY = {
  kept: contentTexts.kept,
  loose: contentTexts.loose,
} as const

async function askForPersistence(): Promise<string> {
  return (await navigator.storage.persist()) ? contentTexts.willKeep : contentTexts.declined
}

/**
 * Repairs first: removing the leftovers of a killed process needs no space, and makes some for the garbage
 * collection.
 */
async function freeSpace(): Promise<string> {
  const before = await call('repo/stat')
  const { usage: usedBefore = 0 } = await estimate()
  await keepingAlive(async () => {
    await call('repo/fsck')
    for await (const { Error: problem } of await call('repo/gc')) {
      if (problem) throw new Error(adviceOn(problem))
    }
  })
  const after = await call('repo/stat')
  const blocks = before.NumObjects - after.NumObjects
  if (blocks <= 0) {
    const { usage = 0 } = await estimate()
    if (usage < usedBefore) return contentTexts.freedLeftovers(bytesText(usedBefore - usage))
    return contentTexts.nothingToFree
  }
  return contentTexts.freed(countText(blocks, 'block'), bytesText(before.RepoSize - after.RepoSize))
}
