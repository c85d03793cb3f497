import { sequencerPart } from '../audit/part.ts'
import { calendarPart } from '../calendar/part.ts'
import { addressFiltersPart, bootstrapPart, configurationPart } from '../config/part.ts'
import { ledgerPart } from '../ledger/part.ts'
import { CORE_PARTS } from './core-parts.ts'

/** All parts, none of them lazy: for the edge, for the service worker, which is one file, and for tests. */
export const WHOLE_NODE = [
  ...CORE_PARTS,
  configurationPart,
  bootstrapPart,
  addressFiltersPart,
  calendarPart,
  ledgerPart,
  sequencerPart,
] as const
