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
import { CutOff, type RunningTransfer } from '../transfers.ts'
import { totalBytes } from '../upload-files.ts'
import { type ResumableUpload, resumableUploads, type UploadDestination } from './resumable-uploads.ts'
import { ITEMS, nameOfServer, type ServerNode, type StageOptions, stageFiles } from './stage-files.ts'
import { openStage, removeStage } from './stages.ts'
import { cutOffText, forgetUpload, saveUpload, unfinishedUploads, withUploadLock } from './unfinished.ts'

interface FilesUpload extends Pick<StageOptions, 'node' | 'folder'> {
  readonly running: RunningTransfer
}

/** Uploads files to a server so that a reload does not end it. `undefined` where they cannot be uploaded that way. */
export async function uploadInParts(
  dropped: readonly Dropped[],
  { node, folder, running }: FilesUpload,
): Promise<string | undefined> {
  // A page without HTTPS has neither a node for the copy nor locks.
  if (!isSecureContext) return undefined
  const [first] = dropped
  const name = dropped.length === 1 && first ? first.path : countText(dropped.length, 'item')
  const id = crypto.randomUUID()
  const { signal, progress } = running
  const bytesTotal = totalBytes(dropped)
  const onBytes = (bytes: number) =>
    progress.show({ bytes, bytesTotal, files: 0, filesTotal: 0, isPreparing: true })
  return withUploadLock(id, async () => {
    try {
      const upload = await stageFiles(dropped, { id, node, folder, name, signal, onBytes })
      if (upload) return await sendUpload(upload, running)
      await removeStage(id)
    } catch (error) {
      // Of an upload that can be continued, the next attempt needs the copy.
      if (!(await resumableUploads.read()).has(id)) await removeStage(id)
      throw error
    }
    return undefined
  })
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

/** Continues an upload, which no other tab does at the same time. Throws what `sendUpload` throws. */
export async function runUpload(upload: ResumableUpload, running: RunningTransfer): Promise<string> {
  const message = await withUploadLock(upload.id, () => sendUpload(upload, running))
  if (message === undefined) throw new Error(contentTexts.uploadElsewhere)
  return message
}

/**
 * Sends what the server lacks, then places the items there or pins the root. Stores how far it is after each part, so
 * that another call, after a failure or a reload, continues from there. Cancelling removes the upload. Throws `CutOff`
 * when the server does not answer.
 */
async function sendUpload(
  upload: ResumableUpload,
  { signal, progress, keep }: RunningTransfer,
): Promise<string> {
  let last = upload
  const save = async (change: Partial<ResumableUpload>) => {
    last = { ...last, ...change }
    await saveUpload(last)
  }
  try {
    await save({})
    keep()
    progress.start(contentTexts.sending)
    const { id, name, root, into, bytesTotal } = upload
    const show = (bytes: number) =>
      progress.show({ bytes: Math.min(bytes, bytesTotal), bytesTotal, files: 0, filesTotal: 0 })
    const [from, to] = [into ? await openStage(id) : callOn({ kind: 'browser' }), await clientOf(upload)]
    show(upload.sentBytes)
    await copyDag(from, to, root, {
      ...{ signal, name, sentBytes: upload.sentBytes },
      async onBytes(sentBytes) {
        await save({ sentBytes })
        show(sentBytes)
      },
    })
    if (into) await place(upload, { into, from, to, signal, save })
    await forgetUpload(upload)
    if (into) await removeStage(id)
    const size = bytesText(bytesTotal)
    return into ? contentTexts.uploaded(name, size) : contentTexts.copiedAndPinned(name, size)
  } catch (error) {
    if (signal.aborted) await discardUpload(last)
    // No answer of the server, which is the only fault of this type here.
    else if (error instanceof TypeError) throw new CutOff(cutOffText(last), { cause: error })
    throw error
  }
}

/**
 * Forgets an upload and removes its copy from this browser, then its pin from the server, if that can be reached. The
 * server removes the rest when it frees space.
 */
export async function discardUpload(upload: ResumableUpload): Promise<void> {
  await forgetUpload(upload)
  if (!upload.into) return
  await removeStage(upload.id)
  try {
    const to = await clientOf(upload)
    const options = { type: 'recursive', name: upload.name, stream: true } as const
    for await (const line of await to('pin/ls', { options })) {
      if ('Cid' in line && line.Cid === upload.root) await unpin(upload, to)
    }
  } catch {
    // The visitor discards it most likely because the server is gone.
  }
}

/** The client of the server of an upload, by the access that this browser has to it now. */
async function clientOf({ node }: ResumableUpload): Promise<Call> {
  return callOn(nodeOf({ ...(await readChoice()), chosen: node }))
}

interface PlaceOptions {
  readonly into: UploadDestination
  readonly from: Call
  readonly to: Call
  readonly signal: AbortSignal
  readonly save: (change: Partial<ResumableUpload>) => Promise<void>
}

/**
 * Places the items under their own names or the next free ones, one after the other, since no call of the API places
 * several. Cut off, the next attempt places the others. The folders keep them from then on.
 */
async function place(upload: ResumableUpload, { into, from, to, signal, save }: PlaceOptions): Promise<void> {
  const { folder } = into
  if (folder !== '/')
    await to('files/mkdir', { args: { path: folder }, options: { parents: true } }, { signal })
  await save({ into: { ...into, isBegun: true } })
  const taken = await namesIn(folder, { signal, on: to })
  const path = `/ipfs/${upload.root}/${ITEMS}`
  const options = { stream: true, 'resolve-type': false, size: false } as const
  for await (const { Objects } of await from('ls', { args: { 'ipfs-path': [path] }, options }, { signal })) {
    for (const { Name: name, Hash: cid } of Objects.flatMap(({ Links }) => Links)) {
      const isThere = into.isBegun && taken.has(name) && (await cidAt(to, childPath(folder, name))) === cid
      if (isThere) continue
      const free = freeName(name, (candidate) => taken.has(candidate))
      taken.add(free)
      const args = { source: `/ipfs/${cid}`, dest: childPath(folder, free) }
      await to('files/cp', { args, options: { offline: true } }, { signal })
    }
  }
  await unpin(upload, to)
}

async function cidAt(on: Call, path: string): Promise<string> {
  return (await on('files/stat', { args: { path } })).Hash
}

/** The pin has kept the items until they were placed. */
async function unpin({ root }: ResumableUpload, to: Call): Promise<void> {
  await to('pin/rm', { args: { 'ipfs-path': [root] } })
}
