import { DomainError } from '../../errors.ts'

/** No public helper is built in: the peers of a node are those that its owner names. */
export function noDefaultPeers(): DomainError {
  return new DomainError(
    'unsupported',
    'Cannot add default bootstrap peers: this node has none; add peers by their addresses',
  )
}
