import type { Row } from './measure.ts'

/** What a section is run with. */
export interface SectionOptions {
  /** Small amounts and few rounds: to see that it works, not to learn a figure. */
  readonly isQuick: boolean
  /** False where the peers could not be installed. */
  readonly hasPeers: boolean
  /** Takes each row as soon as it is measured. */
  readonly report: (row: Row) => void
}

/** One part of the benchmarks. It reports rows; what it throws costs its other rows, not those of others. */
export interface Section {
  readonly name: string
  /** Peers have to be installed before. */
  readonly needsPeers: boolean
  /** `dist/` has to be built before. */
  readonly needsBuild: boolean
  /** True for a section that runs only when named. */
  readonly isByNameOnly?: boolean
  run(options: SectionOptions): Promise<void>
  /** Its rows once more, where they say more side by side. */
  readonly table?: (rows: readonly Row[]) => string
}
