import type { BlockReader } from '../../blocks/load-block.ts'
import { type CID, parseCid } from '../../codec/cid/cid.ts'
import { DomainError, isDomainError } from '../../errors.ts'
import type { RemoteOptions } from '../../net/trustless-gateway/bounded-request.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import type { Logger } from '../../ports/logger.ts'
import { createDagUpload } from './dag-upload.ts'
import { listRemotePins } from './list-remote-pins.ts'
import { type PinStatus, REMOTE_STATUSES, type RemoteStatus } from './pin-status.ts'
import { type PinningApi, pinningApi } from './pinning-api.ts'
import type { OpenedService } from './pinning-services.ts'
import { type ContactParts, connectToDelegates, ownOrigins } from './service-contact.ts'

/** A filter of pins at a service, as sent by the caller. */
export interface RemotePinFilter {
  /** Exact name; every name when absent or empty. */
  readonly name?: string | undefined
  readonly cids: readonly string[]
  /** Accepted states. */
  readonly statuses: readonly string[]
}

export interface AddRemotePinOptions extends AbortOptions {
  readonly name?: string | undefined
  /** The blocks that can be sent to a service that asks for them. */
  readonly blocks: BlockReader
  readonly contact: ContactParts
  /** Resolves before the service has pinned. */
  readonly background: boolean
}

/** Numbers of pins at a service by state. */
export type RemotePinCounts = Readonly<Record<RemoteStatus, number>>

/** The pins at one remote service. All methods throw `unavailable` with the service's reason. */
export interface RemotePins {
  /**
   * Requests a pin with the addresses of this node if it holds the root, sends the DAG if the service asks for it and
   * this node has the root, and connects to the peers that the service names. Then, unless it is a background pin, waits
   * until the service has pinned it, at most an hour. Throws `timeout` after that, while the service continues.
   */
  add(cid: CID, options: AddRemotePinOptions): Promise<PinStatus>
  /** Newest first. Throws `invalid-argument` for an invalid filter. */
  list(filter: RemotePinFilter, options: AbortOptions): AsyncGenerator<PinStatus, void>
  /** Removes the matching pins. Throws `failed-precondition` when several match and `force` is not set. */
  remove(filter: RemotePinFilter, options: AbortOptions & { readonly force: boolean }): Promise<void>
  counts(options: AbortOptions): Promise<RemotePinCounts>
}

const POLL_MS = 500

/** How long a foreground pin is waited for. A caller without a time limit would otherwise poll without end. */
const MAX_WAIT_MS = 60 * 60 * 1000

/** Maximum number of pins that one call removes: their request ids are collected first. */
const MAX_REMOVED = 100_000

export interface RemotePinsOptions extends RemoteOptions {
  readonly blockstore: Pick<Blockstore, 'has'>
  readonly logger: Logger
}

/** Creates the client for the pins at a service. */
export function createRemotePins(
  service: OpenedService,
  { blockstore, logger, ...remote }: RemotePinsOptions,
): RemotePins {
  const { clock } = remote
  const api = pinningApi(service, remote)
  const list: RemotePins['list'] = (filter, options) =>
    listRemotePins(api, { ...readFilter(filter), ...options })

  return {
    list,
    async add(cid, { name, blocks, contact, background, signal }) {
      const send = createDagUpload(api, blocks)
      const isHeld = await blockstore.has(cid, { signal })
      const origins = isHeld ? await ownOrigins(contact, { signal }) : []
      const asked = await send(await api.add({ cid: cid.toString(), name, origins }, { signal }), { signal })
      if (asked.status === 'queued' || asked.status === 'pinning') {
        await connectToDelegates(contact, asked.delegates, { clock, logger, signal })
      }
      if (background) return asked
      const { requestId } = asked
      const endMs = clock.now() + MAX_WAIT_MS
      for (;;) {
        const now = await send(await check(api, requestId, { signal }), { signal })
        if (now.status === 'pinned') return now
        if (now.status === 'failed') {
          const message = `remote service failed to pin requestid=${JSON.stringify(requestId)}`
          throw new DomainError('unavailable', message)
        }
        if (clock.now() >= endMs) {
          const state = `the service says "${now.status}" after an hour, and goes on`
          throw new DomainError(
            'timeout',
            `Cannot wait for pin "${requestId}": ${state}. List it with pin/remote/ls`,
          )
        }
        await clock.sleep(POLL_MS, { signal })
      }
    },
    async remove(filter, { force, signal }) {
      const requestIds: string[] = []
      try {
        for await (const { requestId } of list(filter, { signal })) {
          requestIds.push(requestId)
          if (requestIds.length > (force ? MAX_REMOVED : 1)) break
        }
      } catch (error) {
        throw prefixed('error while listing remote pins', error)
      }
      if (requestIds.length > 1 && !force) {
        const message =
          'multiple remote pins are matching this query, add --force to confirm the bulk removal'
        throw new DomainError('failed-precondition', message)
      }
      if (requestIds.length > MAX_REMOVED) {
        throw new DomainError('too-large', `Cannot remove remote pins: over ${MAX_REMOVED} match`)
      }
      for (const requestId of requestIds) {
        try {
          await api.remove(requestId, { signal })
        } catch (error) {
          throw prefixed(`removing pin identified by requestid=${JSON.stringify(requestId)} failed`, error)
        }
      }
    },
    async counts(options) {
      const counted = REMOTE_STATUSES.map(async (status) => {
        const { count } = await api.page({ cids: [], statuses: [status], limit: 1 }, options)
        return [status, count] as const
      })
      return Object.fromEntries(await Promise.all(counted)) as RemotePinCounts
    },
  }
}

async function check(api: PinningApi, requestId: string, options: AbortOptions): Promise<PinStatus> {
  try {
    return await api.get(requestId, options)
  } catch (error) {
    if (!isDomainError(error)) throw error
    const message = `failed to check pin status for requestid=${JSON.stringify(requestId)} due to error: ${error.message}`
    throw new DomainError(error.code, message, { cause: error })
  }
}

function prefixed(action: string, error: unknown): unknown {
  return isDomainError(error)
    ? new DomainError(error.code, `${action}: ${error.message}`, { cause: error })
    : error
}

function readFilter({ name, cids, statuses }: RemotePinFilter) {
  const unknown = statuses.find((status) => !REMOTE_STATUSES.some((known) => known === status))
  if (unknown !== undefined) {
    throw new DomainError('invalid-argument', `status ${JSON.stringify(unknown)} is not valid`)
  }
  return { name, cids: [...new Set(cids.map(readCid))], statuses: [...new Set(statuses)] }
}

function readCid(text: string): string {
  try {
    return parseCid(text.replace(/^\/ipfs\//, '')).toString()
  } catch (error) {
    if (!isDomainError(error)) throw error
    const message = `CID ${JSON.stringify(text.slice(0, 100))} cannot be parsed: ${error.message}`
    throw new DomainError('invalid-argument', message, { cause: error })
  }
}
