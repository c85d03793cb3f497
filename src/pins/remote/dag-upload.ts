import type { BlockReader } from '../../blocks/load-block.ts'
import { isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { byteStream } from '../../streams/byte-stream.ts'
import { exportDag } from '../../unixfs/dag/export-dag.ts'
import type { PinStatus } from './pin-status.ts'
import type { PinningApi } from './pinning-api.ts'

/**
 * Creates a function that sends the DAG of a pin once, if the service asks for it, and returns the pin afterwards. A
 * DAG whose root this node does not have is not sent. Throws the error of a block that cannot be read, `unavailable`.
 */
export function createDagUpload(api: Pick<PinningApi, 'upload'>, blocks: BlockReader) {
  let mayAsk = true

  return async (pin: PinStatus, { signal }: AbortOptions): Promise<PinStatus> => {
    const { status, upload, cid } = pin
    if (!mayAsk || status !== 'queued' || !upload) return pin
    mayAsk = false
    const car = await exportDag(blocks, cid, { signal }).catch((error: unknown) => {
      if (isDomainError(error, 'not-found')) return undefined
      throw error
    })
    if (!car) return pin
    const failures: unknown[] = []
    const onError = (error: unknown) => void failures.push(error)
    const stream = byteStream(car, { onError, onClose: () => undefined, signal })
    try {
      return await api.upload(upload, stream, { signal })
    } catch (error) {
      throw failures[0] ?? error
    }
  }
}
