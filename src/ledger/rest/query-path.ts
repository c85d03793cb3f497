/** `/{vendor}/{project}/rollapp`, as the settlement chains spell it; vendor and project may be any names. */
const QUERY_PATH = /^\/(?!api\/|ipfs\/|cas\/|cal\/)[\w.-]+\/[\w.-]+\/rollapp\/(.+)$/

/** What stands after the base of the ledger's queries, or `undefined` for another path. */
export function queryPath(pathname: string): string | undefined {
  return QUERY_PATH.exec(pathname)?.[1]
}
