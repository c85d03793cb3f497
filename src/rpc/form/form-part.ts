/** One part of a `multipart/form-data` body. */
export interface FormPart {
  /** Names are in lower case. Of a repeated header the first counts. */
  readonly headers: ReadonlyMap<string, string>
  /** The bytes of the part. Unread bytes are skipped when the next part is requested. */
  readonly content: AsyncIterable<Uint8Array>
}
