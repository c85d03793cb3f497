import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Datastore } from '../../ports/datastore.ts'
import { applyChange } from '../../state/change.ts'
import { type ConfigObject, isJsonObject, parseJsonValue } from './config-value.ts'
import { DOCUMENT_ROW } from './document-row.ts'

/** Maximum size of a document as JSON: a host stores it as one value. */
const MAX_DOCUMENT_BYTES = 256 * 1024

/** The stored document without defaults. Empty when nothing was stored. Throws `corrupt` for a malformed row. */
export async function storedDocument(
  datastore: Pick<Datastore, 'get'>,
  options: AbortOptions = {},
): Promise<ConfigObject> {
  return decode(await datastore.get(DOCUMENT_ROW, options))
}

/**
 * Stores the result of `plan` in one batch that expects the document that `plan` was given. After a concurrent
 * change by another process, `plan` runs again. Throws `too-large` beyond 256 KiB, and the errors of `plan`.
 */
export async function changeStoredDocument(
  datastore: Pick<Datastore, 'get' | 'batch'>,
  plan: (stored: ConfigObject) => ConfigObject,
  options: AbortOptions = {},
): Promise<void> {
  const change = async () => {
    const held = await datastore.get(DOCUMENT_ROW, options)
    const value = encode(plan(decode(held)))
    return {
      operations: [{ type: 'put' as const, key: DOCUMENT_ROW, value }],
      expect: [{ key: DOCUMENT_ROW, value: held }],
    }
  }
  await applyChange(datastore, change, options)
}

function encode(document: ConfigObject): Uint8Array {
  const bytes = new TextEncoder().encode(JSON.stringify(document))
  if (bytes.byteLength <= MAX_DOCUMENT_BYTES) return bytes
  throw new DomainError('too-large', `Cannot store settings: over ${MAX_DOCUMENT_BYTES} bytes`)
}

function decode(bytes: Uint8Array | undefined): ConfigObject {
  if (!bytes) return {}
  const document = parseJsonValue(new TextDecoder().decode(bytes))
  if (isJsonObject(document)) return document
  throw new DomainError('corrupt', 'Cannot read stored settings: their row is damaged')
}
