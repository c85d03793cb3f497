import { describeDoc } from './calendar/rest/describe/describe-doc.ts'
import { describeApi } from './calendar/rest/describe/openapi.ts'
import type { DescriptionName, ReadDescription } from './http/descriptions.ts'
import { describeQueries } from './ledger/rest/describe-queries.ts'
import { REGISTRY } from './rpc/commands/index.ts'
import { openApi } from './rpc/openapi.ts'

/** The generators of the API documents: for the build, and for hosts without assets. */
export const DESCRIPTIONS: Readonly<Record<DescriptionName, () => object>> = {
  'openapi.json': () => openApi(REGISTRY),
  'calendar-openapi.json': describeApi,
  'calendar-doc.json': describeDoc,
  'ledger-openapi.json': describeQueries,
}

/** A {@link ReadDescription} that generates the document at each call. */
export const makeDescription: ReadDescription = async (name) => JSON.stringify(DESCRIPTIONS[name]())
