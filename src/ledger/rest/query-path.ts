/** Any vendor name except the first segments of our own surfaces. */
const VENDOR = String.raw`(?!(?:api|ipfs|cas|cal)(?:/|$))[\w.-]+`
const PROJECT = String.raw`[\w.-]+`

/** Route pattern of the queries' base path on settlement chains: `/{vendor}/{project}/rollapp`. */
export const QUERY_BASE = `/:vendor{${VENDOR}}/:project{${PROJECT}}/rollapp`

const QUERY_PATH = new RegExp(`^/${VENDOR}/${PROJECT}/rollapp/.`)

/** True for a path below the base of the ledger's queries. */
export function isQueryPath(pathname: string): boolean {
  return QUERY_PATH.test(pathname)
}
