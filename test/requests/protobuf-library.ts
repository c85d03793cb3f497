import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import protobuf from 'protobufjs'
import type { MessageName } from '../../proto/gen/ledger-schema.ts'

const source = readFileSync(join(import.meta.dirname, '../../proto/ledger.proto'), 'utf8')
const { root } = protobuf.parse(source)

/** A record type as the library reads and writes it, from the `.proto` file itself. */
export function libraryType(name: MessageName): protobuf.Type {
  return root.lookupType(`tidepool.rollapp.${name}`)
}
