import type { DagMap } from '../../codec/ipld/dag-value.ts'

/** The result of an operation on a state, which is saved afterwards. */
export interface Operated<Result> {
  /** Description of the operation in the next root; `type` names it. */
  readonly op: DagMap
  readonly result: Result
}
