import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { parseAuthorizations } from '../../src/access/authorizations.ts'
import { parseOrigins } from '../../src/access/origins.ts'
import { ledgerTexts, parseLedgerSettings } from '../../src/audit/parse-settings.ts'
import { type BlockTexts, parseBlockSettings } from '../../src/blocks/parse-settings.ts'
import { type CalendarTexts, parseCalendarSettings } from '../../src/calendar/parse-settings.ts'
import { parseHosts } from '../../src/http/allowed-hosts.ts'

export interface Settings {
  /** The address to bind, which is on loopback unless {@link Settings.authorizations} hold somebody. */
  readonly host: string
  readonly isLoopback: boolean
  /** The text of `API.Authorizations`; empty for nobody. */
  readonly authorizations: string
  /** Origins of pages that may call besides the node's own, with commas between them. */
  readonly origins: string
  /** Domain below which each root has an origin of its own, besides `localhost`; empty for none. */
  readonly gatewayDomain: string
  readonly calendar: Required<CalendarTexts>
  /** Hosts of other nodes whose ledgers may be audited from here, with commas between them. */
  readonly auditHosts: string
  /** By the names of their variables, as the next are. */
  readonly blocks: BlockTexts
  readonly ledger: Readonly<Record<string, string>>
  /** 0 lets the system choose a free one. */
  readonly port: number
  /** Absolute. */
  readonly dataFolder: string
  /** Room on the disk that only what removes may use. */
  readonly diskReserveBytes: number
}

/** Where clients of this API look for a local node. */
const DEFAULT_PORT = 5001
const DEFAULT_DATA_FOLDER = '.tidepool'
const DEFAULT_RESERVE_MIB = '16'
const MIB_BYTES = 1024 * 1024

/** Letters of either case, and no port. */
const HOST_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i

const LOOPBACK_HOSTS = ['::1', 'localhost']

/**
 * Reads `TIDEPOOL_HOST`, `PORT`, `TIDEPOOL_DATA`, `API_AUTHORIZATIONS`, `API_ORIGIN`, `GATEWAY_DOMAIN`, `AUDIT_HOSTS`, `DISK_RESERVE_MIB` and `CALENDAR_USERS`,
 * `CALENDAR_ZONE`, `CALENDAR_URL`, `CALENDAR_IMAGE_HOSTS`, `VERIFY_READS` and `HEAL_HOSTS` as {@link parseBlockSettings} does, and `LEDGER_…` as {@link parseLedgerSettings} does. Throws an Error, fit to be shown, for a port that is no number from 0 to 65535, for authorizations, origins or hosts that
 * cannot be read, for a domain that is no host name, and for a host that others reach while nobody has a token.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const {
    PORT: port = '',
    TIDEPOOL_DATA: dataFolder = '',
    API_AUTHORIZATIONS: authorizations = '',
    API_ORIGIN: origins = '',
    GATEWAY_DOMAIN: gatewayDomain = '',
    AUDIT_HOSTS: auditHosts = '',
  } = environment
  const reserveMib = environment['DISK_RESERVE_MIB'] || DEFAULT_RESERVE_MIB
  const host = environment['TIDEPOOL_HOST'] || '127.0.0.1'
  const isLoopback = LOOPBACK_HOSTS.includes(host) || (isIPv4(host) && host.startsWith('127.'))
  if (parseAuthorizations(authorizations).size === 0 && !isLoopback) {
    throw new Error(
      `Cannot listen on TIDEPOOL_HOST "${host}": API_AUTHORIZATIONS holds no token (npm run token makes one)`,
    )
  }
  parseOrigins(origins)
  parseHosts('AUDIT_HOSTS', auditHosts)
  const calendar = readCalendar(environment)
  const ledger = ledgerTexts(environment)
  parseLedgerSettings(ledger)
  const blocks = {
    VERIFY_READS: environment['VERIFY_READS'] ?? '',
    HEAL_HOSTS: environment['HEAL_HOSTS'] ?? '',
  }
  parseBlockSettings(blocks)
  if (gatewayDomain !== '' && !HOST_NAME.test(gatewayDomain)) {
    throw new Error(`Cannot serve GATEWAY_DOMAIN "${gatewayDomain}": not a name such as "example.org"`)
  }
  if (port !== '' && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) {
    throw new Error(`Cannot listen on PORT "${port}": not a number from 0 to 65535`)
  }
  if (!/^\d{1,7}$/.test(reserveMib)) {
    throw new Error(`Cannot read DISK_RESERVE_MIB "${reserveMib}": not a number of MiB from 0 to 9999999`)
  }
  return {
    host,
    isLoopback,
    authorizations,
    origins,
    gatewayDomain,
    calendar,
    auditHosts,
    blocks,
    ledger,
    port: port === '' ? DEFAULT_PORT : Number(port),
    dataFolder: resolve(dataFolder === '' ? DEFAULT_DATA_FOLDER : dataFolder),
    diskReserveBytes: Number(reserveMib) * MIB_BYTES,
  }
}

function readCalendar(environment: Readonly<Record<string, string | undefined>>): Required<CalendarTexts> {
  const calendar = {
    users: environment['CALENDAR_USERS'] ?? '',
    zone: environment['CALENDAR_ZONE'] ?? '',
    url: environment['CALENDAR_URL'] ?? '',
    imageHosts: environment['CALENDAR_IMAGE_HOSTS'] ?? '',
  }
  parseCalendarSettings(calendar)
  return calendar
}
