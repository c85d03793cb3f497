import { DomainError, isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { mapOrdered } from '../../streams/map-ordered.ts'
import {
  createPinningServices,
  type PinningServices,
  type PinningServicesOptions,
  type RemoteService,
} from './pinning-services.ts'
import {
  createRemotePins,
  type RemotePinCounts,
  type RemotePins,
  type RemotePinsOptions,
} from './remote-pins.ts'

export interface CountedService extends RemoteService {
  /** Absent when the service does not answer or refuses the key. */
  readonly counts?: RemotePinCounts | undefined
}

/** Remote pinning services, and the pins that they keep for this node. */
export interface RemotePinning {
  readonly services: Omit<PinningServices, 'open'>
  /** Every service with the numbers of its pins. Asks a few services concurrently. */
  countedServices(options?: AbortOptions): Promise<readonly CountedService[]>
  /** The pins at a service. Throws what {@link PinningServices.open} throws, and `unsupported`. */
  open(name: string | undefined, options?: AbortOptions): Promise<RemotePins>
}

export interface RemotePinningOptions
  extends Omit<PinningServicesOptions, 'outbound'>,
    Pick<RemotePinsOptions, 'blockstore' | 'logger'> {
  readonly clock: Pick<Clock, 'sleep' | 'now'>
  /** Absent on a host without outbound requests. */
  readonly outbound?: Outbound | undefined
}

/** Services that are asked for their counts concurrently. */
const CONCURRENCY = 4

export function createRemotePinning({
  clock,
  outbound,
  blockstore,
  logger,
  ...options
}: RemotePinningOptions): RemotePinning {
  const services = createPinningServices({ ...options, outbound })
  const open: RemotePinning['open'] = async (name, abort) => {
    const service = await services.open(name, abort)
    if (!outbound) {
      throw new DomainError('unsupported', 'Cannot ask remote pinning service: this host asks no others')
    }
    return createRemotePins(service, { outbound, clock, blockstore, logger })
  }
  const counted = async (service: RemoteService, abort: AbortOptions): Promise<CountedService> => {
    try {
      return { ...service, counts: await (await open(service.name, abort)).counts(abort) }
    } catch (error) {
      abort.signal?.throwIfAborted()
      if (!isDomainError(error)) throw error
      return service
    }
  }
  return {
    services,
    open,
    async countedServices(abort = {}) {
      const found: CountedService[] = []
      const transform = (service: RemoteService) => counted(service, abort)
      for await (const one of mapOrdered(await services.list(abort), {
        concurrency: CONCURRENCY,
        transform,
      })) {
        found.push(one)
      }
      return found
    },
  }
}
