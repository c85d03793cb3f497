import type { PeerId } from '@libp2p/interface'
import { cidOfBlockKey, keyOfMultihash } from '../../../codec/cid/cid.ts'
import { DomainError } from '../../../errors.ts'

/** The part of a message of a DHT that is used. */
interface DhtMessage {
  readonly key?: Uint8Array
  readonly closer: readonly unknown[]
}

/** Answers a message of a peer. `undefined` where none is sent back. */
interface MessageHandler {
  handle(peer: PeerId, message: DhtMessage): Promise<DhtMessage | undefined>
}

/** The handlers of a DHT that messages about providers concern, by the type of their message. */
export type MessageHandlers = Readonly<Record<'ADD_PROVIDER' | 'GET_PROVIDERS' | 'FIND_NODE', MessageHandler>>

/** Maximum size of the key of a message about providers. As in the reference. */
const MAX_KEY_BYTES = 80

/**
 * Lets the handlers take messages about blocks of every hash. Spec: Kademlia DHT, "RPC messages": the key is a multihash.
 * The package decodes it as a CID, which fails for each but that of SHA-256. A message of another key is refused.
 */
export function acceptMultihashes(handlers: MessageHandlers): void {
  const { ADD_PROVIDER: adding, GET_PROVIDERS: getting, FIND_NODE: finding } = handlers
  const add = adding.handle.bind(adding)
  const get = getting.handle.bind(getting)
  adding.handle = async (peer, message) => add(peer, withCid(message))
  getting.handle = async (peer, message) => {
    const answer = await get(peer, withCid(message))
    // Peers are near to the multihash, and not to the CID.
    const closer = (await finding.handle(peer, message))?.closer ?? []
    return answer && { ...answer, ...(message.key && { key: message.key }), closer }
  }
}

function withCid(message: DhtMessage): DhtMessage {
  const { key = new Uint8Array() } = message
  if (key.byteLength <= MAX_KEY_BYTES) return { ...message, key: cidOfBlockKey(keyOfMultihash(key)).bytes }
  throw new DomainError(
    'too-large',
    `Cannot take message about providers: its key has over ${MAX_KEY_BYTES} bytes`,
  )
}
