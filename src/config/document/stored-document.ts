import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Datastore } from '../../ports/datastore.ts'
import { applyChange } from '../../state/change.ts'
import { type ConfigObject, isJsonObject, MAX_CONFIG_DEPTH, parseJsonValue } from './config-value.ts'
import { DOCUMENT_ROW } from './document-row.ts'

/** Maximum size of a document as JSON: a host stores it as one value. */
const MAX_DOCUMENT_BYTES = 256 * 1024

/** The stored document without defaults. */
export interface StoredDocument {
  /** Empty when nothing was stored, or when the row is malformed. */
  readonly document: ConfigObject
  /** True when the row is malformed. */
  readonly isDamaged: boolean
}

/** Reads the stored document. */
export async function storedDocument(
  datastore: Pick<Datastore, 'get'>,
  options: AbortOptions = {},
): Promise<StoredDocument> {
  return decode(await datastore.get(DOCUMENT_ROW, options))
}

export interface ChangeDocumentOptions extends AbortOptions {
  /** Takes a malformed row for an empty document, to replace it. */
  readonly mayBeDamaged?: boolean | undefined
}

/**
 * Stores the result of `plan` in one batch that expects the document that `plan` was given. After a concurrent
 * change by another process, `plan` runs again. Throws `too-large` beyond 256 KiB, `invalid-argument` beyond 64 levels
 * of nesting, `corrupt` for a malformed row, and the errors of `plan`.
 */
export async function changeStoredDocument(
  datastore: Pick<Datastore, 'get' | 'batch'>,
  plan: (stored: ConfigObject) => ConfigObject,
  { mayBeDamaged = false, ...options }: ChangeDocumentOptions = {},
): Promise<void> {
  const change = async () => {
    const held = await datastore.get(DOCUMENT_ROW, options)
    const { document, isDamaged } = decode(held)
    if (isDamaged && !mayBeDamaged) {
      throw new DomainError(
        'corrupt',
        'Cannot change settings: the stored ones cannot be read. Store others with "config/replace"',
      )
    }
    return {
      operations: [{ type: 'put' as const, key: DOCUMENT_ROW, value: encode(plan(document)) }],
      expect: [{ key: DOCUMENT_ROW, value: held }],
    }
  }
  await applyChange(datastore, change, options)
}

/** A document that {@link decode} would refuse is not stored. */
function encode(document: ConfigObject): Uint8Array {
  const text = JSON.stringify(document)
  const bytes = new TextEncoder().encode(text)
  if (bytes.byteLength > MAX_DOCUMENT_BYTES) {
    throw new DomainError('too-large', `Cannot store settings: over ${MAX_DOCUMENT_BYTES} bytes`)
  }
  if (parseJsonValue(text) !== undefined) return bytes
  throw new DomainError('invalid-argument', `Cannot store settings: over ${MAX_CONFIG_DEPTH} levels deep`)
}

function decode(bytes: Uint8Array | undefined): StoredDocument {
  if (!bytes) return { document: {}, isDamaged: false }
  const document = parseJsonValue(new TextDecoder().decode(bytes))
  return isJsonObject(document) ? { document, isDamaged: false } : { document: {}, isDamaged: true }
}
