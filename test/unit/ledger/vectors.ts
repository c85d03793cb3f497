import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MessageName } from '../../../proto/gen/ledger-schema.ts'

interface Vector {
  readonly id: string
  readonly message: MessageName
  readonly hex: string
}

interface ValidVector extends Vector {
  readonly json: unknown
  readonly canonicalHex: string
  readonly recordHex: string
  readonly recordCidRaw?: string
  readonly restJson?: unknown
  readonly classes: readonly string[]
}

/** Golden bytes of the records, made with protoc: `test/fixtures/ledger/vectors.json` says how. */
export const vectors: {
  readonly valid: readonly ValidVector[]
  readonly malformed: readonly Vector[]
  readonly strictReject: readonly Vector[]
} = JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/ledger/vectors.json'), 'utf8'))
