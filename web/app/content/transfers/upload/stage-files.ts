import type { Call } from '../../../../../src/rpc/client.ts'
import type { ChosenNode, NodeName } from '../../../../host/node-choice.ts'
import { addingOptions } from '../../../adding-options.ts'
import { callOn } from '../../../node/node-client.ts'
import { estimate } from '../../read-storage.ts'
import type { Dropped } from '../dropped-files.ts'
import { droppedEntries, totalBytes } from '../upload-files.ts'
import type { ResumableUpload } from './resumable-uploads.ts'
import { makeStage, openStage } from './stages.ts'

/** The space that the browser must grant beside that of the files, for their blocks and indexes. */
const SPARE = 1.1

/** The folder with the files in the root of an upload. */
export const ITEMS = 'items'

export type ServerNode = Exclude<ChosenNode, { kind: 'browser' }>

export function nameOfServer(node: ServerNode): NodeName {
  return node.kind === 'server' ? 'server' : node.url
}

export interface StageOptions {
  readonly id: string
  /** The server that gets the files. */
  readonly node: ServerNode
  /** Path of the folder on the server. */
  readonly folder: string
  readonly name: string
  readonly signal: AbortSignal
  /** Called with the number of bytes that were added so far. */
  readonly onBytes: (bytes: number) => void
}

/**
 * Adds files to a node of their own in this browser, from which they are uploaded. Resolves to `undefined` where they
 * cannot be uploaded that way: without space in this browser, or where the server would add them by other
 * settings.
 */
export async function stageFiles(
  dropped: readonly Dropped[],
  { id, node, folder, name, signal, onBytes }: StageOptions,
): Promise<ResumableUpload | undefined> {
  if (!(await hasRoomFor(totalBytes(dropped)))) return undefined
  try {
    await makeStage(id)
    const stage = await alikeStage(id, callOn(node), { signal })
    const root = stage && (await addAll(stage, dropped, { id, signal, onBytes }))
    if (root) {
      const { CumulativeSize } = await stage('files/stat', { args: { path: `/ipfs/${root}` } }, { signal })
      const counts = { bytesTotal: CumulativeSize, sentBytes: 0 }
      return { ...{ id, name, root, node: nameOfServer(node) }, ...counts, into: { folder, isBegun: false } }
    }
  } catch {
    signal.throwIfAborted()
  }
  return undefined
}

/** The root has the id of the upload, so that no one else has pinned it on the server. */
async function addAll(
  stage: Call,
  dropped: readonly Dropped[],
  { id, signal, onBytes }: Pick<StageOptions, 'id' | 'signal' | 'onBytes'>,
): Promise<string | undefined> {
  const items = dropped.map(({ path, ...rest }) => ({ ...rest, path: `${ITEMS}/${path}` }))
  const options = { ...addingOptions(), 'wrap-with-directory': true }
  let root: string | undefined
  for await (const { Name, Hash } of await stage(
    'add',
    { body: droppedEntries([...items, { path: id }]), options },
    { signal, onUploadProgress: ({ totalBytes: added }) => onBytes(added) },
  )) {
    if (Name === '') root = Hash
  }
  return root
}

async function hasRoomFor(bytes: number): Promise<boolean> {
  const { quota = 0, usage = 0 } = await estimate()
  return quota - usage > bytes * SPARE
}

/** The node of an upload with the server's settings, so that content gets the CID that the server itself would give it. */
async function alikeStage(
  id: string,
  there: Call,
  options: { readonly signal: AbortSignal },
): Promise<Call | undefined> {
  const settingsOf = async (on: Call) =>
    JSON.stringify((await on('config', { args: { key: 'Import' } }, options)).Value)
  const stage = await openStage(id)
  const [mine, value] = await Promise.all([stage, there].map(settingsOf))
  if (mine === value) return stage
  await stage('config', { args: { key: 'Import', value }, options: { json: true } }, options)
  const changed = await openStage(id)
  return (await settingsOf(changed)) === value ? changed : undefined
}
