import type { VerifyReads } from './source.ts'

/** Settings of the owner for stored blocks. */
export interface BlockSettings {
  readonly verifyReads: VerifyReads
  /** Origins of trustless gateways from which corrupt blocks are replaced. */
  readonly healGateways: readonly string[]
  /** Origins of trustless gateways from which missing blocks are fetched. */
  readonly fetchGateways: readonly string[]
}
