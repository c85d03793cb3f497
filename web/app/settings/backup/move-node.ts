import { decodeManifest, MAX_BACKUP_BLOCK_BYTES } from '../../../../src/backup/manifest.ts'
import { piecesOf } from '../../../../src/codec/bytes/pieces-of.ts'
import { readCar } from '../../../../src/codec/car/read-car.ts'
import { keepingAlive } from '../../../host/keep-alive.ts'
import { call } from '../../call.ts'
import { countedFile } from '../../counted-file.ts'
import { callOn } from '../../node/node-client.ts'
import { thisNode } from '../../node/this-node.ts'
import type { SaveTarget } from './save-target.ts'

interface MoveOptions {
  readonly signal: AbortSignal
  /** Called with the number of bytes that were transferred so far. */
  readonly onBytes: (bytes: number) => void
  /** Of the private keys. */
  readonly password?: string | undefined
}

interface SaveOptions extends MoveOptions {
  /** True leaves out blocks that are missing or corrupt. Otherwise the first one fails the backup. */
  readonly isPartial: boolean
}

/**
 * Writes the backup of the node to a file, which is dropped when it is incomplete: a reply that fails ends like one
 * that is complete, so the CAR is read while it is written. Returns its size in bytes.
 */
export function saveBackup(
  target: SaveTarget,
  { signal, onBytes, password, isPartial }: SaveOptions,
): Promise<number> {
  return keepingAlive(async () => {
    let sizeBytes = 0
    try {
      const reply = await call('backup/export', { options: { password, partial: isPartial } }, { signal })
      const written = async function* () {
        for await (const chunk of piecesOf(reply)) {
          await target.write(chunk)
          sizeBytes += chunk.byteLength
          onBytes(sizeBytes)
          yield chunk
        }
      }
      const { blocks } = await readCar(written(), { maxBlockBytes: MAX_BACKUP_BLOCK_BYTES })
      for await (const _ of blocks);
      await target.finish()
      return sizeBytes
    } catch (error) {
      await target.drop().catch(() => undefined)
      throw error
    }
  })
}

/** The names of the parts in a backup. Throws a `DomainError` for another file. */
export async function partsIn(file: File): Promise<readonly string[]> {
  const { blocks } = await readCar(piecesOf(file.stream()))
  for await (const { cid, bytes } of blocks) return [...decodeManifest(cid, bytes).parts.keys()]
  return []
}

interface RestoreOptions extends MoveOptions {
  /** Names of the parts to restore. */
  readonly parts: readonly string[]
}

export interface RestoredNode {
  readonly blocks: number
  readonly sizeBytes: number
  /** Rows that the node had already. */
  readonly held: number
  /** Blocks that restored parts need and the node lacks. */
  readonly missing: number
  /** The path, pin or part that uses the first of them. */
  readonly missingFrom: string
}

/** Restores parts of a backup. Throws the errors of the command. */
export function restoreBackup(
  file: File,
  { signal, onBytes, password, parts }: RestoreOptions,
): Promise<RestoredNode> {
  return keepingAlive(async () => {
    const node = await thisNode()
    const isHere = node.kind === 'browser'
    const body = isHere ? countedFile(file, onBytes) : file
    const on = callOn(node, isHere ? {} : { onSent: (bytes) => onBytes(Math.min(bytes, file.size)) })
    const options = { part: parts, password }
    let restored: RestoredNode = { blocks: 0, sizeBytes: 0, held: 0, missing: 0, missingFrom: '' }
    for await (const { Held = 0, Missing = 0, MissingFrom = '', Blocks = 0, Bytes = 0 } of await on(
      'backup/import',
      { body: [{ path: file.name, content: body }], options },
      { signal },
    )) {
      restored = {
        blocks: restored.blocks + Blocks,
        sizeBytes: restored.sizeBytes + Bytes,
        held: restored.held + Held,
        missing: restored.missing + Missing,
        missingFrom: restored.missingFrom || MissingFrom,
      }
    }
    return restored
  })
}
