import { sequencerPart } from '../audit/part.ts'
import { backupPart } from '../backup/part.ts'
import { calendarPart } from '../calendar/part.ts'
import { addressFiltersPart, bootstrapPart, configurationPart, peeringPart } from '../config/part.ts'
import { ledgerPart } from '../ledger/part.ts'
import { elsewherePart } from '../net/elsewhere/part.ts'
import { offlineNetworkPart, offlineSwarmPart } from '../net/offline/part.ts'
import { remotePinningPart } from '../pins/remote/part.ts'
import { CORE_PARTS } from './core-parts.ts'

/** All parts of a node without peers, none of them lazy. */
export const LOCAL_PARTS = [
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
] as const

/** A node that carries no code for peers: the service worker, which is one file. */
export const OFFLINE_NODE = [...LOCAL_PARTS, offlineNetworkPart, offlineSwarmPart] as const
