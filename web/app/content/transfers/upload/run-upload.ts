import type { Call } from '../../../../../src/rpc/client.ts'
import { readChoice } from '../../../../host/node-choice.ts'
import { bytesText, countText } from '../../../amounts.ts'
import { copyDag } from '../../../node/copy-dag.ts'
import { callOn } from '../../../node/node-client.ts'
import { nodeOf } from '../../../node/this-node.ts'
import { contentTexts } from '../../content-texts.ts'
import { freeName } from '../../files/free-name.ts'
import { childPath } from '../../files/place.ts'
import { namesIn } from '../../files/read-folder.ts'
import type { Dropped } from '../dropped-files.ts'
import type { RunningTransfer } from '../transfers.ts'
import type { ResumableUpload, UploadDestination } from './resumable-uploads.ts'
import {
  clearStage,
  nameOfServer,
  type ServerNode,
  type StageOptions,
  stageFiles,
  stageOf,
} from './stage-files.ts'
import { forgetUpload, saveUpload, unfinishedUploads, withUploadLock } from './unfinished.ts'

interface FilesUpload extends Pick<StageOptions, 'node' | 'folder'> {
  readonly running: RunningTransfer
}

/** Uploads files to a server so that a reload does not end it. `undefined` where they cannot be uploaded that way. */
export async function uploadInParts(
  dropped: readonly Dropped[],
  { node, folder, running }: FilesUpload,
): Promise<string | undefined> {
  const [first] = dropped
  const name = dropped.length === 1 && first ? first.path : countText(dropped.length, 'item')
  const upload = await stageFiles(dropped, { ...{ node, folder, name }, signal: running.signal })
  return upload && runUpload(upload, running)
}

interface Held extends Pick<ResumableUpload, 'name' | 'bytesTotal'> {
  readonly cid: string
}

/** Sends content that the browser's node holds to a server, which pins it. Goes on with an earlier attempt. */
export async function uploadHeld(
  { cid, ...rest }: Held,
  node: ServerNode,
  running: RunningTransfer,
): Promise<string> {
  const target = nameOfServer(node)
  const id = `${target} ${cid}`
  const earlier = (await unfinishedUploads()).find((upload) => upload.id === id)
  return runUpload(earlier ?? { ...rest, id, root: cid, node: target, sentBytes: 0 }, running)
}

/**
 * Sends what the server lacks, then places the items there or pins the root. Stores how far it is after each part, so
 * that another call, after a failure or a reload, goes on from there. Cancelled, it forgets the upload.
 */
export async function runUpload(
  upload: ResumableUpload,
  { signal, progress, keep }: RunningTransfer,
): Promise<string> {
  let last = upload
  const save = async (change: Partial<ResumableUpload>) => {
    last = { ...last, ...change }
    await saveUpload(last)
  }
  const run = async () => {
    await save({})
    keep()
    progress.start(contentTexts.sending)
    const { bytesTotal } = upload
    const show = (bytes: number) =>
      progress.show({ bytes: Math.min(bytes, bytesTotal), bytesTotal, files: 0, filesTotal: 0 })
    const to = await clientOf(upload)
    show(upload.sentBytes)
    await copyDag(callOn({ kind: 'browser' }), to, upload.root, {
      ...{ signal, name: upload.name, sentBytes: upload.sentBytes },
      async onBytes(sentBytes) {
        await save({ sentBytes })
        show(sentBytes)
      },
    })
    if (upload.into) await place(upload, { into: upload.into, to, signal, save })
    await forgetUpload(upload)
    if (upload.into) await clearStage(upload)
    return upload.into
      ? contentTexts.uploaded(upload.name, bytesText(bytesTotal))
      : contentTexts.copiedAndPinned(upload.name, bytesText(bytesTotal))
  }
  try {
    const message = await withUploadLock(upload.id, run)
    if (message === undefined) throw new Error(contentTexts.uploadElsewhere)
    return message
  } catch (error) {
    if (signal.aborted) await discardUpload(last)
    throw error
  }
}

/** Forgets an upload and removes its copy from this browser. What the server has of it, it removes when it frees space. */
export async function discardUpload(upload: ResumableUpload): Promise<void> {
  await forgetUpload(upload)
  if (!upload.into) return
  if (upload.into.isBegun) await unpin(upload, upload.into, await clientOf(upload)).catch(() => undefined)
  await clearStage(upload)
}

/** The client of the server of an upload, by the access that this browser has to it now. */
async function clientOf({ node }: ResumableUpload): Promise<Call> {
  return callOn(nodeOf({ ...(await readChoice()), chosen: node }))
}

interface PlaceOptions {
  readonly into: UploadDestination
  readonly to: Call
  readonly signal: AbortSignal
  readonly save: (change: Partial<ResumableUpload>) => Promise<void>
}

/** Places the items of the root under their own names or the next free ones. The folders keep them from then on. */
async function place(upload: ResumableUpload, { into, to, signal, save }: PlaceOptions): Promise<void> {
  const { folder } = into
  if (folder !== '/')
    await to('files/mkdir', { args: { path: folder }, options: { parents: true } }, { signal })
  await save({ into: { ...into, isBegun: true } })
  const taken = await namesIn(folder, { signal, on: to })
  const options = { long: true, stream: true } as const
  const here = callOn({ kind: 'browser' })
  const lines = await here('files/ls', { args: { path: stageOf(upload) }, options }, { signal })
  for await (const { Entries } of lines) {
    for (const { Name: name, Hash: cid } of Entries ?? []) {
      const isThere = into.isBegun && taken.has(name) && (await cidAt(to, childPath(folder, name))) === cid
      if (isThere) continue
      const free = freeName(name, (candidate) => taken.has(candidate))
      taken.add(free)
      const args = { source: `/ipfs/${cid}`, dest: childPath(folder, free) }
      await to('files/cp', { args, options: { offline: true } }, { signal })
    }
  }
  await unpin(upload, into, to)
}

async function cidAt(on: Call, path: string): Promise<string> {
  return (await on('files/stat', { args: { path } })).Hash
}

/** The pin has kept the items until they were placed. One that was there before stays. */
async function unpin({ root }: ResumableUpload, { isPinned }: UploadDestination, to: Call): Promise<void> {
  if (!isPinned) await to('pin/rm', { args: { 'ipfs-path': [root] } })
}
