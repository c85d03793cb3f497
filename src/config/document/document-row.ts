import type { Datastore } from '../../ports/datastore.ts'
import { keyOf } from '../../state/keys.ts'

/** The row of the stored document. */
export const DOCUMENT_ROW = keyOf('config/document')

/** True if a document was ever stored. Lets hosts load the code of the configuration only then. */
export async function hasStoredDocument(datastore: Pick<Datastore, 'get'>): Promise<boolean> {
  return (await datastore.get(DOCUMENT_ROW)) !== undefined
}
