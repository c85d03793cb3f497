import { type Multiaddr, multiaddr } from '@multiformats/multiaddr'

/** The address in a text of others. `undefined` for a text without one. */
export function attemptAddress(text: string): Multiaddr | undefined {
  try {
    return multiaddr(text)
  } catch {
    return undefined
  }
}
