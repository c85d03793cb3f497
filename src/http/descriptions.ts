/** API documents by their file names among a build's assets. */
export type DescriptionName =
  | 'openapi.json'
  | 'calendar-openapi.json'
  | 'calendar-doc.json'
  | 'ledger-openapi.json'

/**
 * Reads the JSON text of an API document. Documents are generated at build time, so that no bundle contains
 * their generators: the edge and the service worker read an asset.
 */
export type ReadDescription = (name: DescriptionName) => Promise<string>
