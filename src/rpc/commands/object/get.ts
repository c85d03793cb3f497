import { toBase64 } from '../../../codec/bytes/base64.ts'
import { DomainError } from '../../../errors.ts'
import { openDagPbObject } from '../../../objects/open-object.ts'
import { defineCommand, encodable } from '../../declare/command.ts'
import { arg, text } from '../../declare/wire.ts'
import { goString } from '../../print/go-string.ts'
import { objectXml, printLinks } from '../../print/object-forms.ts'
import { ObjectNode } from '../../shapes/objects.ts'

/** Spec: RPC document, section 4, `/object/get`. */
export const objectGet = defineCommand({
  path: 'object/get',
  about: 'Print a dag-pb node with its links and data',
  status: 'deprecated',
  args: { key: arg('CID or path of the node', { fromBody: true }) },
  options: {
    'data-encoding': text('Encoding of the data field: text or base64', { fallback: 'text' }),
  },
  reply: encodable(ObjectNode),
  encodings: ['protobuf', 'xml'],
  keepsCidV0: true,
  async run(_, { args: { key }, options, encoding, session, signal, printCid }) {
    const { bytes, data, links } = await openDagPbObject(session, key, { signal })
    const Data = dataText(data, options['data-encoding'])
    if (encoding === 'protobuf') return { encoded: bytes.slice(), contentType: 'application/protobuf' }
    const node = { Links: printLinks(links, printCid), Data }
    if (encoding !== 'xml') return node
    return { encoded: new TextEncoder().encode(objectXml(node)), contentType: 'application/xml' }
  },
})

function dataText(data: Uint8Array, encoding: string): string {
  if (encoding === 'base64') return toBase64(data)
  if (encoding === 'text') return goString(data)
  throw new DomainError('invalid-argument', 'unknown data field encoding')
}
