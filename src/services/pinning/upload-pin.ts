import { type CID, parseCid } from '../../codec/cid/cid.ts'
import { DomainError, isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PinStore } from './pin-store.ts'
import { bytesLeft } from './pin-usage.ts'
import type { PublicDags } from './public-dags.ts'
import { recordOutcome } from './record-outcome.ts'
import type { ServicePin } from './service-pin.ts'
import type { PinServiceSettings } from './settings.ts'
import type { ReceivingStage, WhileReceiving } from './while-receiving.ts'

export interface PinUploadOptions {
  readonly store: PinStore
  readonly dags: Pick<PublicDags, 'storeCar' | 'measure'>
  readonly whileReceiving: WhileReceiving
  readonly clock: Pick<Clock, 'now'>
  readonly settings: PinServiceSettings
}

/** Receives the blocks of pins from their users. */
export interface PinUpload {
  isReceiving(requestId: string): boolean
  /** As `PinService.upload`, for a pin that is not pinned. */
  receive(pin: ServicePin, content: AsyncIterable<Uint8Array>, options: AbortOptions): Promise<ServicePin>
}

export function createPinUpload({
  store,
  dags,
  whileReceiving,
  clock,
  settings,
}: PinUploadOptions): PinUpload {
  const receiving = new Set<string>()

  const received = async (
    pin: ServicePin,
    content: AsyncIterable<Uint8Array>,
    { stage, signal }: AbortOptions & { readonly stage: ReceivingStage },
  ): Promise<ServicePin> => {
    const maxBytes = async () => bytesLeft(await store.usage(pin.holder, { signal }), pin, settings.maxBytes)
    const car = bounded(content, settings.maxUploadBytes)
    const sent = await dags.storeCar(car, { stage, maxBytes: await maxBytes(), signal })
    let needed = 0
    const onBlock = (cid: CID) => {
      if (sent.hasBlock(cid)) needed += 1
    }
    // The user may have pinned other content meanwhile.
    const limits = { stage, maxBytes: await maxBytes(), onBlock, signal }
    const dagBytes = await dags.measure(parseCid(pin.cid), limits).catch((error: unknown) => {
      if (!isDomainError(error)) throw error
      throw refusalOf(error)
    })
    // No pin keeps the others, and no quota counts them.
    if (needed < sent.size) stage.discard()
    stage.onReceived()
    const outcome = { kind: 'whole', dagBytes } as const
    const settled = await recordOutcome(store, pin, { outcome, clock, settings, signal })
    if (!settled) throw new DomainError('not-found', 'The pin was removed meanwhile')
    if (settled.status === 'failed') throw new DomainError('failed-precondition', settled.details)
    return settled
  }

  return {
    isReceiving: (requestId) => receiving.has(requestId),
    async receive(pin, content, options) {
      const { requestId, status } = pin
      if (status === 'failed') throw new DomainError('already-exists', 'The pin has failed: add it again')
      if (receiving.has(requestId)) throw new DomainError('already-exists', 'A CAR of this pin is being sent')
      receiving.add(requestId)
      try {
        return await whileReceiving(async (stage) => {
          try {
            return await received(pin, content, { ...options, stage })
          } catch (error) {
            stage.discard()
            throw error
          }
        }, options)
      } finally {
        receiving.delete(requestId)
      }
    },
  }
}

/** Throws `too-large` when more bytes come. */
async function* bounded(content: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0
  for await (const chunk of content) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > maxBytes) throw new DomainError('too-large', `A CAR has at most ${maxBytes} bytes here`)
    yield chunk
  }
}

/** A missing block is a fault of the CAR, and a DAG beyond the quota one of the holder. */
function refusalOf(error: DomainError): DomainError {
  if (error.code === 'not-found') {
    return new DomainError('corrupt', `The DAG is not complete: ${error.message}`, { cause: error })
  }
  return error.code === 'too-large'
    ? new DomainError('failed-precondition', error.message, { cause: error })
    : error
}
