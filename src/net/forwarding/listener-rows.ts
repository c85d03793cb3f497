import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Datastore } from '../../ports/datastore.ts'
import type { Logger } from '../../ports/logger.ts'
import { keyOf, prefixRange } from '../../state/keys.ts'
import { parseListenAddress, parsePeerTarget, parseTarget } from './forwarding-address.ts'
import type { ServedProtocol } from './served-protocols.ts'
import type { TunnelPath } from './tunnel-paths.ts'

/** A protocol of this node that leads to a target, or a path of this node that leads to a peer. */
export type StoredListener =
  | { readonly kind: 'served'; readonly listener: ServedProtocol }
  | { readonly kind: 'path'; readonly listener: TunnelPath }

/** The listeners of this node in its Datastore, a row each, so that they outlast a restart. */
export interface ListenerRows {
  /** Rows that cannot be read are logged and left out. */
  read(options?: AbortOptions): AsyncIterable<StoredListener>
  put(stored: StoredListener, options?: AbortOptions): Promise<void>
  /** Deletes all of them, or none. */
  delete(stored: readonly StoredListener[], options?: AbortOptions): Promise<void>
}

export interface ListenerRowsOptions {
  readonly datastore: Pick<Datastore, 'range' | 'batch'>
  /** Id of this node. */
  readonly peerId: string
  readonly logger: Logger
}

const ROWS = keyOf('net/forwarding/')

/** A row is a JSON object: all values are texts, but for the flag `reportsPeerId`. */
type Row = Readonly<Record<string, unknown>>

export function createListenerRows({ datastore, peerId, logger }: ListenerRowsOptions): ListenerRows {
  return {
    async *read(options) {
      for await (const [, value] of datastore.range(prefixRange(ROWS), options)) {
        try {
          yield decode(value, peerId)
        } catch (error) {
          logger.log('warn', 'net', 'Cannot restore a listener of p2p', { error })
        }
      }
    },
    put: (stored, options) =>
      datastore.batch([{ type: 'put', key: keyFor(stored), value: encode(stored) }], [], options),
    delete: (stored, options) =>
      datastore.batch(
        stored.map((one) => ({ type: 'delete', key: keyFor(one) })),
        [],
        options,
      ),
  }
}

function keyFor(stored: StoredListener): Uint8Array {
  const name = stored.kind === 'served' ? stored.listener.protocol : stored.listener.name
  return keyOf(ROWS, `${stored.kind}/`, name)
}

function encode(stored: StoredListener): Uint8Array {
  const { protocol } = stored.listener
  if (stored.kind === 'served') {
    const { target, reportsPeerId } = stored.listener
    return keyOf(JSON.stringify({ protocol, target: target.text, reportsPeerId }))
  }
  const { listenAddress, peer } = stored.listener
  const address = peer.address ?? `/p2p/${peer.peerId}`
  return keyOf(JSON.stringify({ protocol, listen: listenAddress, peer: address }))
}

function decode(value: Uint8Array, peerId: string): StoredListener {
  const row: Row = JSON.parse(new TextDecoder().decode(value))
  const protocol = textOf(row, 'protocol')
  if (row['listen'] === undefined) {
    const target = parseTarget(textOf(row, 'target'))
    const addresses = { listenAddress: `/p2p/${peerId}`, targetAddress: target.text }
    const listener = { protocol, target, reportsPeerId: row['reportsPeerId'] === true, ...addresses }
    return { kind: 'served', listener }
  }
  const { name, text } = parseListenAddress(textOf(row, 'listen'))
  const peer = parsePeerTarget(textOf(row, 'peer'))
  const addresses = { listenAddress: text, targetAddress: `/p2p/${peer.peerId}` }
  return { kind: 'path', listener: { protocol, name, peer, ...addresses } }
}

function textOf(row: Row, field: string): string {
  const value = row[field]
  if (typeof value === 'string') return value
  throw new DomainError('corrupt', `Cannot read listener: its row has no "${field}"`)
}
