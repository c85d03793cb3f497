import * as z from 'zod/mini'

/** A message of the ledger as canonical proto3 JSON: fields by their JSON names, defaults left out. */
export const LedgerMessage = z.record(z.string(), z.unknown())
