/** Any names but those of our own surfaces. */
const VENDOR = String.raw`(?!(?:api|ipfs|cas|cal)(?:/|$))[\w.-]+`
const PROJECT = String.raw`[\w.-]+`

/** Where the settlement chains have their queries, `/{vendor}/{project}/rollapp`, as a route is spelled. */
export const QUERY_BASE = `/:vendor{${VENDOR}}/:project{${PROJECT}}/rollapp`

const QUERY_PATH = new RegExp(`^/${VENDOR}/${PROJECT}/rollapp/.`)

/** Whether a path is below the base of the ledger's queries. */
export function isQueryPath(pathname: string): boolean {
  return QUERY_PATH.test(pathname)
}
