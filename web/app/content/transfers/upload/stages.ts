import type { Call } from '../../../../../src/rpc/client.ts'
import { deleteStorage } from '../../../../host/delete-storage.ts'
import { stagedUploads } from './resumable-uploads.ts'

/** The storage of the copy of an upload. It is no part of the browser's node, whose content never changes by an upload. */
function storageOf(id: string): string {
  return `tidepool/uploads/${id}`
}

/** Records a copy before it is made, so that it is removed even if the page is killed meanwhile. */
export async function makeStage(id: string): Promise<void> {
  await stagedUploads.add([[id, true]])
}

/** Starts the node with the copy of an upload in this tab. */
export async function openStage(id: string): Promise<Call> {
  const { createTabNode } = await import('virtual:tab-library')
  return (await createTabNode({ name: storageOf(id) })).call
}

/** Removes the copy of an upload from this browser, and nothing else. What the browser refuses to remove now, the next visit removes. */
export async function removeStage(id: string): Promise<void> {
  try {
    await deleteStorage(storageOf(id))
  } catch {
    return
  }
  await stagedUploads.remove(id)
}
