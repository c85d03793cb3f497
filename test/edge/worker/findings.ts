/** What `GET /` of the blocks Worker finds. */
export interface Findings {
  /** Rounds whose blocks are all there, byte for byte. */
  readonly whole: number[]
  readonly broken: number[]
  /** True when the totals are those of the listed blocks. */
  readonly isCounted: boolean
  /** Writers who left before the end. */
  readonly left: number
}
