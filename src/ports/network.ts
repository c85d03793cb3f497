/**
 * Peers. Absent on a host without a network: commands that need one say so and answer for themselves.
 * Its working parts arrive with `net/`.
 */
export interface Network {
  /** Addresses this node listens on, without the trailing peer id. */
  addresses(): readonly string[]
}
