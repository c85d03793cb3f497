import { toBase64Url } from '../../codec/bytes/base64url.ts'
import { type CID, IDENTITY_CODE, parseCid } from '../../codec/cid/cid.ts'
import { assertSecureHash } from '../../codec/cid/multihash.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Datastore } from '../../ports/datastore.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Random } from '../../ports/random.ts'
import type { DueWork } from '../../schedule/keep-due.ts'
import { createPinAttempt } from './attempt-pin.ts'
import { listServicePins } from './list-service-pins.ts'
import { requestIdOf } from './pin-keys.ts'
import type { PinService } from './pin-service.ts'
import { createPinStore, type PinStore } from './pin-store.ts'
import type { PinUsage } from './pin-usage.ts'
import type { PinState, PinView } from './pin-view.ts'
import { createPinWorker } from './pin-worker.ts'
import type { PublicDags } from './public-dags.ts'
import type { ServicePeers } from './service-peers.ts'
import { quotaBytes, type RequestedPin, type ServicePin } from './service-pin.ts'
import type { PinServiceSettings } from './settings.ts'
import { createPinUpload } from './upload-pin.ts'
import type { WhileReceiving } from './while-receiving.ts'

export interface PinServiceOptions {
  readonly datastore: Datastore
  /** Reads the blocks that anonymous clients may have. */
  readonly publicBlocks: Pick<Blockstore, 'has'>
  readonly dags: PublicDags
  readonly peers: ServicePeers
  readonly whileReceiving: WhileReceiving
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  readonly settings: PinServiceSettings
}

/** The service, and what its part contributes to the node. */
export interface RunningPinService extends PinService {
  readonly roots: PinStore['roots']
  readonly due: DueWork
}

const SECRET_BYTES = 16

/** Creates the pinning service. Spec: IPFS Pinning Service API 1.0, "The pin lifecycle". */
export function createPinService(options: PinServiceOptions): RunningPinService {
  const { datastore, publicBlocks, peers, clock, random, logger, settings } = options
  const store = createPinStore(datastore)
  const worker = createPinWorker({ store, clock, logger, attempt: createPinAttempt({ ...options, store }) })
  const uploads = createPinUpload({ ...options, store })

  const stateOf = ({ requestId, status }: ServicePin): PinState => {
    const isInWork = worker.isWorkingOn(requestId) || uploads.isReceiving(requestId)
    return status === 'queued' && isInWork ? 'pinning' : status
  }
  const view = (pin: ServicePin): PinView => ({ ...pin, state: stateOf(pin) })
  const known = (pin: ServicePin | undefined): ServicePin => {
    if (pin) return pin
    throw new DomainError('not-found', 'The specified resource was not found')
  }
  const created = (
    holder: string,
    pin: RequestedPin,
    { lastCreatedMs, wantsUpload }: Pick<PinUsage, 'lastCreatedMs'> & Pick<ServicePin, 'wantsUpload'>,
  ): ServicePin => {
    const nowMs = clock.now()
    const createdMs = Math.max(nowMs, lastCreatedMs + 1)
    return {
      ...pin,
      holder,
      requestId: requestIdOf(createdMs, toBase64Url(random.bytes(SECRET_BYTES))),
      createdMs,
      status: 'queued',
      details: wantsUpload ? MISSING_ROOT : '',
      wantsUpload,
      dagBytes: 0,
      attempts: 0,
      dueMs: nowMs,
    }
  }
  /** Without peers only the user can have a block that is not held, so the first answer asks for it. */
  const isOnlyWithUser = async (text: string, abort: AbortOptions): Promise<boolean> => {
    const cid = pinnableCid(text)
    await peers.start(abort)
    return !peers.isEnabled && cid.multihash.code !== IDENTITY_CODE && !(await publicBlocks.has(cid, abort))
  }
  const begin = (pin: ServicePin | undefined): PinView => {
    const begun = view(known(pin))
    worker.start()
    return begun
  }

  return {
    async add(holder, pin, abort = {}) {
      const wantsUpload = await isOnlyWithUser(pin.cid, abort)
      const plan = (_: unknown, usage: PinUsage) => {
        assertQuota(usage, settings)
        return { pin: created(holder, pin, { ...usage, wantsUpload }) }
      }
      return begin(await store.change({ holder, plan }, abort))
    },
    find: async (holder, requestId, abort) => view(known(await store.find(holder, requestId, abort))),
    list: (holder, filter, abort) => listServicePins(store, filter, { holder, stateOf, ...abort }),
    async replace(holder, requestId, pin, abort = {}) {
      const wantsUpload = await isOnlyWithUser(pin.cid, abort)
      const plan = (held: ServicePin | undefined, usage: PinUsage) => {
        const { cid, status, replaces } = known(held)
        const kept = status === 'pinned' ? { cid, bytes: quotaBytes(known(held)) } : replaces
        const fresh = created(holder, pin, { ...usage, wantsUpload })
        return { pin: { ...fresh, replaces: kept } }
      }
      const replacement = await store.change({ holder, requestId, plan }, abort)
      worker.cancel(requestId)
      return begin(replacement)
    },
    async remove(holder, requestId, abort) {
      const plan = (held: ServicePin | undefined) => {
        known(held)
        return {}
      }
      await store.change({ holder, requestId, plan }, abort)
      worker.cancel(requestId)
    },
    async upload(holder, requestId, content, abort = {}) {
      const pin = known(await store.find(holder, requestId, abort))
      if (pin.status === 'pinned') return view(pin)
      const pinned = await uploads.receive(pin, content, abort)
      worker.cancel(requestId)
      return view(pinned)
    },
    delegates: peers.addresses,
    roots: store.roots,
    due: worker.due,
  }
}

const MISSING_ROOT = 'this node does not hold the root, and has no peers: send a CAR to the upload address'

/** The CID of a pin. Throws `invalid-argument` for a text that is none, and for an insecure hash. */
function pinnableCid(text: string): CID {
  const cid = parseCid(text)
  assertSecureHash(cid.multihash)
  return cid
}

function assertQuota({ pins, bytes }: PinUsage, { maxPins, maxBytes }: PinServiceSettings): void {
  if (pins >= maxPins) throw usedUp(`${maxPins} pins`)
  if (bytes >= maxBytes) throw usedUp(`${maxBytes} bytes`)
}

function usedUp(quota: string): DomainError {
  return new DomainError('failed-precondition', `This token has used up its ${quota}: remove pins first`)
}
