/** Chance. The core never draws it from anywhere else, so that tests own it. */
export interface Random {
  /** `count` bytes fit for keys. */
  bytes(count: number): Uint8Array<ArrayBuffer>
}
