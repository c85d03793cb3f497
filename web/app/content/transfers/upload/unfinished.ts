import { bytesText } from '../../../amounts.ts'
import { contentTexts } from '../../content-texts.ts'
import { type ResumableUpload, resumableUploads, stagedUploads } from './resumable-uploads.ts'
import { removeStage } from './stages.ts'

/** Stores how far an upload is. */
export async function saveUpload(upload: ResumableUpload): Promise<void> {
  await resumableUploads.add([[upload.id, upload]])
}

export async function forgetUpload({ id }: ResumableUpload): Promise<void> {
  await resumableUploads.remove(id)
}

/** How far an upload came, for the visitor. */
export function cutOffText({ sentBytes, bytesTotal }: ResumableUpload): string {
  const sizes = { bytes: bytesText(Math.min(sentBytes, bytesTotal)), all: bytesText(bytesTotal) }
  return contentTexts.cutOff(contentTexts.sentOf(sizes))
}

/** The uploads that no tab of this origin continues at this moment. */
export async function unfinishedUploads(): Promise<readonly ResumableUpload[]> {
  const [all, { held = [] }] = await Promise.all([resumableUploads.read(), navigator.locks.query()])
  const running = new Set(held.map(({ name }) => name))
  return [...all.values()].filter(({ id }) => !running.has(lockOf(id)))
}

/** Removes the copies that no upload needs, because the page was killed before it had copied or removed them. */
export async function removeAbandoned(): Promise<void> {
  for (const id of (await stagedUploads.read()).keys()) {
    await withUploadLock(id, async () => {
      if (!(await resumableUploads.read()).has(id)) await removeStage(id)
    })
  }
}

/** Runs a task while no other tab can run one of the same upload. Resolves to `undefined` if another does. */
export function withUploadLock<T>(id: string, task: () => Promise<T>): Promise<T | undefined> {
  return navigator.locks.request(lockOf(id), { ifAvailable: true }, (lock) => (lock ? task() : undefined))
}

function lockOf(id: string): string {
  return `tidepool:upload:${id}`
}
