import type { VerifyReads } from './source.ts'

/** What an owner decides of stored blocks. */
export interface BlockSettings {
  readonly verifyReads: VerifyReads
  /** Origins of trustless gateways that are asked for the right bytes of corrupt blocks. */
  readonly healGateways: readonly string[]
}
