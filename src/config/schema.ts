import { anchoringSection } from '../audit/settings.ts'
import { blocksSection } from '../blocks/settings.ts'
import { calendarSection } from '../calendar/access/settings.ts'
import { ledgerSection } from '../ledger/settings.ts'
import { pubsubSection } from '../net/pubsub/settings.ts'
import { routingSection } from '../net/routing/settings.ts'
import { networkSection } from '../net/settings.ts'
import { pinServiceSection } from '../services/pinning/settings.ts'
import type { Section } from '../settings/setting.ts'
import { accessSection } from './sections/access.ts'
import { auditSection } from './sections/audit.ts'
import { dnsSection } from './sections/dns.ts'
import { filestoreSection } from './sections/filestore.ts'
import { gatewaySection } from './sections/gateway.ts'
import { importingSection } from './sections/importing.ts'
import { keysSection } from './sections/keys.ts'
import { logSection } from './sections/log.ts'
import { pinningSection } from './sections/pinning.ts'

/** The settings of a node, on every host with environment variables. */
export const nodeSections = {
  access: accessSection,
  gateway: gatewaySection,
  dns: dnsSection,
  keys: keysSection,
  calendar: calendarSection,
  audit: auditSection,
  blocks: blocksSection,
  importing: importingSection,
  network: networkSection,
  pinning: pinningSection,
  routing: routingSection,
  pubsub: pubsubSection,
  pinService: pinServiceSection,
  filestore: filestoreSection,
  anchoring: anchoringSection,
  ledger: ledgerSection,
  log: logSection,
} as const satisfies Readonly<Record<string, Section>>
