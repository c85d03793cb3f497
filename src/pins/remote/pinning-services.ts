import { decodeDagCbor } from '../../codec/dag-cbor/decode-dag-cbor.ts'
import { encodeDagCbor } from '../../codec/dag-cbor/encode-dag-cbor.ts'
import { attempt, DomainError } from '../../errors.ts'
import type { Secrets } from '../../keys/secrets.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Datastore } from '../../ports/datastore.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { applyChange } from '../../state/change.ts'
import { keyOf, prefixRange, textBehind } from '../../state/keys.ts'

/** A remote pinning service, without its key. */
export interface RemoteService {
  readonly name: string
  /** Base address without a trailing slash. */
  readonly endpoint: string
}

/** A remote pinning service with its key. It must never be printed or logged. */
export interface OpenedService extends RemoteService {
  readonly key: string
}

/** The remote pinning services that the owner has configured. */
export interface PinningServices {
  /** Throws `invalid-argument` for an invalid service, `already-exists`, `forbidden`, `unavailable` without a host key. */
  add(service: OpenedService, options?: AbortOptions): Promise<void>
  /** Sorted by the bytes of their names. Throws `corrupt` for a damaged row. */
  list(options?: AbortOptions): Promise<readonly RemoteService[]>
  /** Throws `invalid-argument` without a name, `not-found`, `unavailable` when the host has lost its encryption key. */
  open(name: string | undefined, options?: AbortOptions): Promise<OpenedService>
  /** Removes a service. Does nothing if it does not exist. */
  remove(name: string, options?: AbortOptions): Promise<void>
}

export interface PinningServicesOptions {
  readonly datastore: Pick<Datastore, 'get' | 'batch' | 'range'>
  readonly secrets: Pick<Secrets, 'seal' | 'open'>
  /** Absent on a host without outbound requests. */
  readonly outbound?: Pick<Outbound, 'refusal'> | undefined
}

const ROWS = keyOf('pins/remote/services/')
const MAX_SERVICES = 1000
const MAX_NAME_CHARACTERS = 255
const MAX_ENDPOINT_CHARACTERS = 2048
const MAX_KEY_CHARACTERS = 8192

const UTF8 = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })

/**
 * {@link PinningServices} with a Datastore row for each service: its endpoint in plain, and its key encrypted with name
 * and endpoint as context, so that a row that was copied to another name cannot be decrypted.
 */
export function createPinningServices({
  datastore,
  secrets,
  outbound,
}: PinningServicesOptions): PinningServices {
  const list: PinningServices['list'] = async (options) => {
    const services: RemoteService[] = []
    for await (const [key, row] of datastore.range(prefixRange(ROWS), options)) {
      const name = textBehind(ROWS, key)
      services.push({ name, endpoint: decodeRow(name, row).endpoint })
    }
    return services
  }
  return {
    list,
    async add({ name, endpoint: address, key }, { signal } = {}) {
      const endpoint = readEndpoint(address)
      assertLength('name', name, MAX_NAME_CHARACTERS)
      assertLength('key', key, MAX_KEY_CHARACTERS)
      const refusal = outbound?.refusal(new URL(endpoint))
      if (refusal !== undefined) {
        throw new DomainError('forbidden', `Cannot add service "${endpoint}": ${refusal}`)
      }
      const row = rowOf(name)
      const sealed = await secrets.seal(keyOf(key), { context: contextOf({ name, endpoint }), signal })
      const value = encodeDagCbor(
        new Map<string, string | Uint8Array>([
          ['endpoint', endpoint],
          ['sealed', sealed],
        ]),
      )
      const plan = async () => {
        if (await datastore.get(row, { signal })) {
          throw new DomainError('already-exists', 'service already present')
        }
        if ((await list({ signal })).length >= MAX_SERVICES) {
          throw new DomainError('too-large', `Cannot add service: there are ${MAX_SERVICES} already`)
        }
        return {
          operations: [{ type: 'put' as const, key: row, value }],
          expect: [{ key: row, value: undefined }],
        }
      }
      await applyChange(datastore, plan, { signal })
    },
    async open(name, { signal } = {}) {
      if (!name) {
        const message =
          name === '' ? 'remote pinning service name not specified' : 'a service name must be passed'
        throw new DomainError('invalid-argument', message)
      }
      const row = await datastore.get(rowOf(name), { signal })
      if (!row) throw new DomainError('not-found', 'service not known')
      const { endpoint, sealed } = decodeRow(name, row)
      const key = await secrets.open(sealed, { context: contextOf({ name, endpoint }), signal })
      return { name, endpoint, key: UTF8.decode(key) }
    },
    remove: (name, options) => datastore.batch([{ type: 'delete', key: rowOf(name) }], [], options),
  }
}

function rowOf(name: string): Uint8Array {
  return keyOf(ROWS, name)
}

function contextOf({ name, endpoint }: RemoteService): Uint8Array {
  return keyOf(ROWS, JSON.stringify([name, endpoint]))
}

function assertLength(what: string, text: string, most: number): void {
  if (text.length <= most) return
  throw new DomainError('invalid-argument', `Cannot add service: its ${what} is over ${most} characters`)
}

/** The endpoint without trailing slashes. Throws `invalid-argument` with the texts of the reference implementation. */
function readEndpoint(address: string): string {
  const url = address.length <= MAX_ENDPOINT_CHARACTERS ? URL.parse(address) : null
  // `fetch` refuses URLs with a user name or password; services authenticate by the key.
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new DomainError('invalid-argument', 'service endpoint must be a valid HTTP URL')
  }
  if (url.search !== '' || url.hash !== '' || address.endsWith('?')) {
    throw new DomainError(
      'invalid-argument',
      'service endpoint should be provided without any query parameters',
    )
  }
  const endpoint = address.trim().replace(/\/+$/, '')
  if (endpoint.endsWith('/pins')) {
    throw new DomainError('invalid-argument', 'service endpoint should be provided without the /pins suffix')
  }
  return endpoint
}

/** Throws `corrupt`, with the name and what to do. */
function decodeRow(
  name: string,
  row: Uint8Array,
): { readonly endpoint: string; readonly sealed: Uint8Array } {
  const value = attempt(() => decodeDagCbor(row))
  const [endpoint, sealed] = value instanceof Map ? [value.get('endpoint'), value.get('sealed')] : []
  if (typeof endpoint !== 'string' || !(sealed instanceof Uint8Array)) {
    const advice = 'remove it with "pin/remote/service/rm", and add it again'
    throw new DomainError('corrupt', `Cannot read pinning service "${name}": its row is damaged; ${advice}`)
  }
  return { endpoint, sealed }
}
