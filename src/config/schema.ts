import { accessSection } from './sections/access.ts'
import { auditSection } from './sections/audit.ts'
import { blocksSection } from './sections/blocks.ts'
import { calendarSection } from './sections/calendar.ts'
import { dnsSection } from './sections/dns.ts'
import { filestoreSection } from './sections/filestore.ts'
import { gatewaySection } from './sections/gateway.ts'
import { importingSection } from './sections/importing.ts'
import { keysSection } from './sections/keys.ts'
import { anchoringSection, ledgerSection } from './sections/ledger.ts'
import { logSection } from './sections/log.ts'
import { networkSection } from './sections/network.ts'
import { pinServiceSection } from './sections/pin-service.ts'
import { pinningSection } from './sections/pinning.ts'
import { pubsubSection } from './sections/pubsub.ts'
import { routingSection } from './sections/routing.ts'
import type { Section } from './setting.ts'

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
