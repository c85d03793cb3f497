import { DomainError } from '../../errors.ts'

/** No public peer is built in: a node has only the peers that its owner configures. */
export function noDefaultPeers(): DomainError {
  return new DomainError(
    'unsupported',
    'Cannot add default bootstrap peers: this node has none; add peers by their addresses',
  )
}
