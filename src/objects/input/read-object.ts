import { decodeDagPb } from '../../codec/dag-pb/dag-pb.ts'
import { DomainError } from '../../errors.ts'
import { encodeObject } from '../write-object.ts'
import { readJsonObject } from './read-json-object.ts'
import { readXmlObject } from './read-xml-object.ts'
import { objectContent } from './written-object.ts'

export interface ReadObjectOptions {
  /** `json`, `xml` or `protobuf`. */
  readonly inputEncoding: string
  /** Of the data field in JSON and XML: `text` or `base64`. */
  readonly dataEncoding: string
}

/**
 * The dag-pb block of what was sent; a block that was sent is stored as it is. Throws `invalid-argument` for what
 * cannot be read, `too-large` for a block over 2 MiB. Spec: RPC document, `/object/put`.
 */
export function readObject(
  content: Uint8Array,
  { inputEncoding, dataEncoding }: ReadObjectOptions,
): Uint8Array {
  switch (inputEncoding) {
    case 'json':
      return encodeObject(objectContent(readJsonObject(content), dataEncoding))
    case 'xml':
      return encodeObject(objectContent(readXmlObject(content), dataEncoding))
    case 'protobuf':
      decodeDagPb(content)
      return content
    default:
      throw new DomainError('invalid-argument', 'unknown object encoding')
  }
}
