/** The documents that describe the APIs, by the names of their files among the assets of a build. */
export type DescriptionName =
  | 'openapi.json'
  | 'calendar-openapi.json'
  | 'calendar-doc.json'
  | 'ledger-openapi.json'

/**
 * Reads the JSON text of a document. Documents are made when a host is built, so that no bundle carries what makes
 * them: the edge and the service worker read an asset.
 */
export type ReadDescription = (name: DescriptionName) => Promise<string>
