import type { DagMap } from '../../codec/ipld/dag-value.ts'

/** What an operation did to a state that is then saved. */
export interface Operated<Result> {
  /** What the next root says of it; `type` names the operation. */
  readonly op: DagMap
  readonly result: Result
}
