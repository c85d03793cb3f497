import { sequencerPart } from '../audit/part.ts'
import { backupPart } from '../backup/part.ts'
import { calendarPart } from '../calendar/part.ts'
import { addressFiltersPart, bootstrapPart, configurationPart, peeringPart } from '../config/part.ts'
import { ledgerPart } from '../ledger/part.ts'
import { elsewherePart } from '../net/elsewhere/part.ts'
import { remotePinningPart } from '../pins/remote/part.ts'
import { pinServicePart } from '../services/pinning/part.ts'
import { CORE_PARTS } from './core-parts.ts'
import { NETWORK_PARTS } from './network-parts.ts'

/** All parts, none of them lazy: for the edge and for tests. To reach peers, they need the port `transports`. */
export const WHOLE_NODE = [
  ...CORE_PARTS,
  elsewherePart,
  remotePinningPart,
  configurationPart,
  bootstrapPart,
  addressFiltersPart,
  peeringPart,
  calendarPart,
  ledgerPart,
  sequencerPart,
  backupPart,
  ...NETWORK_PARTS,
  pinServicePart,
] as const
