import { RpcError } from '../../../src/rpc/client/rpc-error.ts'

/** The reference prescribes its text, which names a reason of its parser. */
const INVALID_PATH = /invalid path "([^"]*)": /

/** An error of the node, with what it means for a person where its text does not say that. Others as they are. */
export function explainError(error: unknown): unknown {
  if (!(error instanceof RpcError)) return error
  if (error.status === 404) {
    const meaning =
      'the node has no such command, as one of an earlier version, or no node is at this address'
    return new Error(`${error.message} (${meaning})`, { cause: error })
  }
  const [, path] = INVALID_PATH.exec(error.message) ?? []
  if (path === undefined) return error
  const meaning = `"${path}" is no CID, and no path such as /ipfs/<CID>/name`
  return new Error(`${error.message} (${meaning})`, { cause: error })
}
