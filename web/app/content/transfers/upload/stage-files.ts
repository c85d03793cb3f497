import { type Call, RpcError } from '../../../../../src/rpc/client.ts'
import { keepingAlive } from '../../../../host/keep-alive.ts'
import type { ChosenNode, NodeName } from '../../../../host/node-choice.ts'
import { callOn } from '../../../node/node-client.ts'
import type { Dropped } from '../dropped-files.ts'
import { totalBytes, uploadFiles } from '../upload-files.ts'
import type { ResumableUpload } from './resumable-uploads.ts'

/** The folder of the browser's node for what is being uploaded. */
const STAGES = '/unfinished-uploads'

/** The space that the browser must grant beside that of the files, for their blocks and indexes. */
const SPARE = 1.1

const BROWSER: ChosenNode = { kind: 'browser' }

/** The path of the folder of an upload. */
export function stageOf({ id }: Pick<ResumableUpload, 'id'>): string {
  return `${STAGES}/${id}`
}

export type ServerNode = Exclude<ChosenNode, { kind: 'browser' }>

export function nameOfServer(node: ServerNode): NodeName {
  return node.kind === 'server' ? 'server' : node.url
}

export interface StageOptions {
  /** The server that gets the files. */
  readonly node: ServerNode
  /** Path of the folder on the server. */
  readonly folder: string
  readonly name: string
  readonly signal: AbortSignal
}

/**
 * Adds files to the node of this browser, from which they are uploaded. Resolves to `undefined` where they cannot be
 * uploaded that way: without a node or space in this browser, or where the server would add them by other settings.
 */
export async function stageFiles(
  dropped: readonly Dropped[],
  { node, folder, name, signal }: StageOptions,
): Promise<ResumableUpload | undefined> {
  if (!isSecureContext || !(await hasRoomFor(totalBytes(dropped)))) return undefined
  const id = `${new Date().toISOString().slice(0, 19).replaceAll(':', '.')} ${crypto.randomUUID().slice(0, 8)}`
  const [stage, here, there] = [stageOf({ id }), callOn(BROWSER), callOn(node)]
  try {
    if (!(await addAlike([here, there], { signal }))) return undefined
    await here('files/mkdir', { args: { path: stage }, options: { parents: true } }, { signal })
    await uploadFiles(dropped, { node: BROWSER, folder: stage, signal, onProgress: () => undefined })
    const { Hash, CumulativeSize } = await here('files/stat', { args: { path: stage } }, { signal })
    const into = { folder, isPinned: await hasPin(there, Hash, { signal }), isBegun: false }
    return {
      ...{ id, name, root: Hash, node: nameOfServer(node) },
      ...{ bytesTotal: CumulativeSize, sentBytes: 0, into },
    }
  } catch {
    await clearStage({ id }).catch(() => undefined)
    signal.throwIfAborted()
    return undefined
  }
}

/**
 * Removes the copy of an upload from this browser, with everything else in it that is neither pinned nor in its files:
 * nothing else would ever remove the blocks.
 */
export async function clearStage(upload: Pick<ResumableUpload, 'id'>): Promise<void> {
  const here = callOn(BROWSER)
  await here('files/rm', { args: { path: [stageOf(upload)] }, options: { recursive: true, force: true } })
  await keepingAlive(async () => {
    for await (const _ of await here('repo/gc'));
  })
}

async function hasRoomFor(bytes: number): Promise<boolean> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  return quota - usage > bytes * SPARE
}

/** Whether nodes cut files alike, so that content gets the CID that the server itself would give it. */
async function addAlike(nodes: readonly Call[], options: { readonly signal: AbortSignal }): Promise<boolean> {
  const settings = nodes.map(async (on) => (await on('config', { args: { key: 'Import' } }, options)).Value)
  const [first, second] = (await Promise.all(settings)).map((each) => JSON.stringify(each))
  return first === second
}

async function hasPin(on: Call, cid: string, options: { readonly signal: AbortSignal }): Promise<boolean> {
  try {
    await on('pin/ls', { args: { 'ipfs-path': [cid] }, options: { type: 'recursive' } }, options)
    return true
  } catch (error) {
    if (error instanceof RpcError) return false
    throw error
  }
}
