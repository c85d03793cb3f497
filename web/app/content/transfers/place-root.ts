import { RpcError } from '../../../../src/rpc/client.ts'
import { keepingAlive } from '../../../host/keep-alive.ts'
import { call } from '../../call.ts'
import { contentTexts } from '../content-texts.ts'
import { copyItems } from '../files/changes.ts'

/** The node's limit. */
const MAX_NAME_BYTES = 255

export interface Root {
  readonly cid: string
  readonly name: string
}

export interface PlaceRootOptions {
  /** Name of the CAR file, for the visitor. */
  readonly from: string
  /** Path of the folder that gets the root. */
  readonly folder: string
  readonly signal: AbortSignal
}

/**
 * Puts a root into a folder, or pins it if it is no file or folder. Pins that the root has keep their names, and a
 * recursive pin is not changed. Throws an `Error` for the visitor when the node does not have all blocks of the root.
 */
export async function placeRoot(root: Root, { from, folder, signal }: PlaceRootOptions): Promise<void> {
  await assertComplete(root, { from, signal })
  try {
    await copyItems([root], folder)
  } catch (error) {
    if (!isRefusal(error, /UnixFS/)) throw error
    await pinRoot(root, signal)
  }
}

function assertComplete(
  { cid }: Root,
  { from, signal }: Pick<PlaceRootOptions, 'from' | 'signal'>,
): Promise<void> {
  return keepingAlive(async () => {
    try {
      const options = { progress: false, offline: true } as const
      for await (const _ of await call('dag/stat', { args: { root: [cid] }, options }, { signal }));
    } catch (cause) {
      if (!isRefusal(cause, /not found|could not find/)) throw cause
      throw new Error(contentTexts.incomplete(from, cause.message), { cause })
    }
  })
}

/** A name that is too long for a pin is left out. */
async function pinRoot({ cid, name }: Root, signal: AbortSignal): Promise<void> {
  const pin = await pinOf(cid, signal)
  if (pin?.Type === 'recursive') return
  const wanted = pin?.Type === 'direct' ? (pin.Name ?? '') : name
  const isName = wanted !== '' && new TextEncoder().encode(wanted).byteLength <= MAX_NAME_BYTES
  await call('pin/add', { args: { 'ipfs-path': [cid] }, options: isName ? { name: wanted } : {} }, { signal })
}

/** The pin of a CID, or the indirect one that keeps it. `undefined` when it is not pinned. */
function pinOf(cid: string, signal: AbortSignal): Promise<Pin | undefined> {
  return keepingAlive(async () => {
    const input = { args: { 'ipfs-path': [cid] }, options: { names: true, stream: true } } as const
    try {
      for await (const line of await call('pin/ls', input, { signal })) if ('Type' in line) return line
    } catch (error) {
      if (!isRefusal(error, /is not pinned/)) throw error
    }
    return undefined
  })
}

interface Pin {
  readonly Type: string
  readonly Name?: string | undefined
}

function isRefusal(error: unknown, message: RegExp): error is RpcError {
  return error instanceof RpcError && message.test(error.message)
}
