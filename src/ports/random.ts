/** The only source of randomness for the core, so that tests can control it. */
export interface Random {
  /** `count` cryptographically secure random bytes. */
  bytes(count: number): Uint8Array<ArrayBuffer>
}
