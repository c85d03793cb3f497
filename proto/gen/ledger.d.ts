import type { MessageName } from './ledger-schema.ts'

interface WireType {
  encode(message: object): { finish(): Uint8Array }
  decode(bytes: Uint8Array): object
}

export declare const tidepool: { readonly rollapp: { readonly [Name in MessageName]: WireType } }
