import records from '../fixtures/names/records.json' with { type: 'json' }
import { file, form } from './form.ts'
import { fromHex } from './hex.ts'
import { callKeys, type KeyInfo } from './keys.ts'

export interface RecordVector {
  readonly about: string
  readonly name: string
  readonly path: string
  readonly sequence: number
  readonly ttl: string
  readonly validity: string
  readonly type: string
  readonly hex: string
}

const [ed25519, rsa, secp256k1, withoutV1] = records.valid
if (!ed25519 || !rsa || !secp256k1 || !withoutV1) throw new Error('the fixture has moved')

/** Records that another implementation signed. */
export const RECORDS = {
  ed25519,
  rsa,
  secp256k1,
  withoutV1,
  newer: records.newer,
  expired: records.expired,
} satisfies Readonly<Record<string, RecordVector>>

/** The bytes of a record as the one part of a body. */
export const recordForm = (record: RecordVector | Uint8Array) =>
  form(file('', record instanceof Uint8Array ? record : fromHex(record.hex)))

/** Keeps a record here, as another node would. */
export const putRecord = (record: RecordVector, query: Readonly<Record<string, string>> = {}) =>
  callKeys('name/put', { arg: record.name, 'allow-offline': 'true', ...query }, recordForm(record))

/** The id of a new key. */
export async function newKey(name: string, query: Readonly<Record<string, string>> = {}): Promise<string> {
  return ((await (await callKeys('key/gen', { arg: name, ...query })).json()) as KeyInfo).Id
}

/** Publishes without a network and without asking where the path leads. */
export const publish = (arg: string, query: Readonly<Record<string, string>>) =>
  callKeys('name/publish', { arg, 'allow-offline': 'true', resolve: 'false', ...query })
