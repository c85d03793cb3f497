import { elsewherePart } from '../net/elsewhere/part.ts'
import { offlineNetworkPart, offlineSwarmPart } from '../net/offline/part.ts'
import { CORE_PARTS } from './core-parts.ts'
import { LAZY_BACKUP, LAZY_CALENDAR, LAZY_CONFIGURATION, LAZY_REMOTE_PINNING } from './lazy-parts.ts'

/** A node that carries no code for peers: the service worker. */
export const OFFLINE_NODE = [
  ...CORE_PARTS,
  elsewherePart,
  offlineNetworkPart,
  offlineSwarmPart,
  LAZY_REMOTE_PINNING,
  LAZY_CONFIGURATION,
  LAZY_CALENDAR,
  LAZY_BACKUP,
] as const
