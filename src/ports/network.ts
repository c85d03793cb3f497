/**
 * Connections to peers. Absent on a host without a network: commands that need one answer accordingly. Its
 * methods will follow with `net/`.
 */
export interface Network {
  /** Addresses on which this node listens, without the trailing peer id. */
  addresses(): readonly string[]
}
