import * as z from 'zod/mini'
import { parseAuthorizations } from '../access/authorizations.ts'
import { parseOrigins } from '../access/origins.ts'
import { parseUsers } from '../calendar/access/users.ts'
import { DEFAULT_SETTINGS } from '../calendar/model/settings.ts'
import { parseZone, UTC } from '../calendar/time/zone.ts'
import {
  hosts,
  oneOf,
  parsedBy,
  type Section,
  safeNumber,
  setting,
  text,
  textThat,
  wholeNumber,
} from './setting.ts'

const MIB_BYTES = 1024 * 1024
const MAX_UINT64 = 0xffff_ffff_ffff_ffffn

/** Letters of either case, and no port. */
const HOST_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i

/** As the network's prefixes are: what else bech32 allows is hard to tell apart in a text. */
const ADDRESS_PREFIX = /^[a-z][a-z0-9]{0,19}$/

const LOOPBACK_HOST = /^(127(\.\d+){3}|\[::1\]|localhost)(:\d+)?$/

/** Over HTTPS, but to this machine itself. */
const originOf = (host: string): string => `${LOOPBACK_HOST.test(host) ? 'http' : 'https'}://${host}`

/** What `npm start` decides before there is a node. */
export const starterSection = {
  onFault: 'refuse',
  logScope: 'starter',
  settings: {
    port: setting({
      name: 'Local.Port',
      variable: 'PORT',
      type: safeNumber({ from: 0n, to: 65_535n, maxDigits: 5 }),
      default: 5001,
      shown: '`5001`',
      needsRestart: true,
      about: 'port of `npm start`',
      action: 'listen on',
    }),
    host: setting({
      name: 'Local.Host',
      variable: 'TIDEPOOL_HOST',
      type: text,
      default: '127.0.0.1',
      shown: '`127.0.0.1`',
      needsRestart: true,
      about:
        'address of `npm start`: any of 127.0.0.0/8, `::1` or `localhost`; one that others reach only with tokens',
    }),
    dataFolder: setting({
      name: 'Local.Data',
      variable: 'TIDEPOOL_DATA',
      type: text,
      default: '.tidepool',
      shown: '`.tidepool`',
      needsRestart: true,
      about: 'folder in which `npm start` keeps its data',
    }),
    diskReserveBytes: setting({
      name: 'Local.DiskReserve',
      variable: 'DISK_RESERVE_MIB',
      type: z.pipe(
        safeNumber({ from: 0n, to: 9_999_999n, unit: 'MiB', maxDigits: 7 }),
        z.transform((mib) => mib * MIB_BYTES),
      ),
      default: 16 * MIB_BYTES,
      shown: '`16`',
      needsRestart: true,
      about:
        'MiB of the disk below `TIDEPOOL_DATA` that `npm start` leaves free: nothing that stores may use them, what removes may',
    }),
  },
} as const satisfies Section

/** What the node decides by, on every host that has an environment. */
export const nodeSections = {
  access: {
    onFault: 'unset',
    logScope: 'access',
    settings: {
      authorizations: setting({
        name: 'API.Authorizations',
        variable: 'API_AUTHORIZATIONS',
        type: parsedBy(parseAuthorizations),
        default: parseAuthorizations(''),
        shown: '',
        needsRestart: true,
        about: '[who may call](#who-may-call), as `npm run token` prints it',
      }),
      origins: setting({
        name: 'API.Origins',
        variable: 'API_ORIGIN',
        type: parsedBy(parseOrigins),
        default: [],
        shown: '',
        needsRestart: true,
        about:
          "origins of pages that may call besides the node's own, such as `https://app.example.org` or `chrome-extension://…` for an add-on, with commas between them",
      }),
    },
  },
  gateway: {
    onFault: 'unset',
    logScope: 'gateway',
    settings: {
      domain: setting({
        name: 'Gateway.Domain',
        variable: 'GATEWAY_DOMAIN',
        type: z.pipe(
          textThat((name) => HOST_NAME.test(name), 'not a name such as "example.org"'),
          z.transform((name) => name.toLowerCase()),
        ),
        default: undefined,
        shown: '',
        needsRestart: true,
        about: 'domain below which [each root has its own origin](#api), besides `localhost`',
        action: 'serve',
      }),
    },
  },
  calendar: {
    onFault: 'unset-section',
    logScope: 'calendar',
    settings: {
      users: setting({
        name: 'Calendar.Users',
        variable: 'CALENDAR_USERS',
        type: parsedBy(parseUsers),
        default: DEFAULT_SETTINGS.users,
        shown: '',
        needsRestart: true,
        about:
          'who writes the calendar, as `npm run calendar-user -- <login> --role editor` prints it; anybody reads what is published',
      }),
      siteZone: setting({
        name: 'Calendar.Zone',
        variable: 'CALENDAR_ZONE',
        type: textThat(
          (zone) => parseZone(zone, UTC) !== undefined,
          'not a time zone such as "Europe/Berlin"',
        ),
        default: DEFAULT_SETTINGS.siteZone,
        shown: '`UTC`',
        needsRestart: true,
        about: "time zone of the calendar's site, such as `Europe/Berlin`",
      }),
      baseUrl: setting({
        name: 'Calendar.URL',
        variable: 'CALENDAR_URL',
        type: textThat(
          (url) => URL.parse(url)?.origin === url,
          'not an origin such as "https://calendar.example.org"',
        ),
        default: undefined,
        shown: 'where a request went',
        needsRestart: true,
        about: 'origin to which links of the calendar lead',
      }),
      imageHosts: setting({
        name: 'Calendar.ImageHosts',
        variable: 'CALENDAR_IMAGE_HOSTS',
        type: hosts,
        default: [],
        shown: '',
        needsRestart: true,
        about: 'hosts from which the calendar may fetch pictures, with commas between them',
      }),
    },
  },
  audit: {
    onFault: 'unset',
    logScope: 'ledger',
    settings: {
      hosts: setting({
        name: 'Audit.Hosts',
        variable: 'AUDIT_HOSTS',
        type: hosts,
        default: [],
        shown: '',
        needsRestart: true,
        about:
          'hosts of other nodes whose ledgers `ledger/audit` may read, such as `node.example.org` or `127.0.0.1:5002`, with commas between them; a browser reads whichever its visitor names',
      }),
    },
  },
  blocks: {
    onFault: 'unset-section',
    logScope: 'blocks',
    settings: {
      verifyReads: setting({
        name: 'Blocks.VerifyReads',
        variable: 'VERIFY_READS',
        type: z.pipe(
          oneOf(['on', 'off'], 'neither "on" nor "off"'),
          z.transform((word) => (word === 'off' ? 'nodes' : 'all')),
        ),
        default: 'all',
        shown: '`on`',
        needsRestart: true,
        about:
          '`off` hands out large leaves of files, raw ones of 16 KiB and more, without hashing them; everything else is checked against its CID at every read',
      }),
      healGateways: setting({
        name: 'Blocks.HealHosts',
        variable: 'HEAL_HOSTS',
        type: z.pipe(
          hosts,
          z.transform((names) => names.map(originOf)),
        ),
        default: [],
        shown: '',
        needsRestart: true,
        about:
          'hosts of trustless gateways that `repo/verify?heal=true` asks for the right bytes of corrupt blocks, such as `ipfs.example.org`, over HTTPS, with commas between them',
      }),
    },
  },
  anchoring: {
    onFault: 'refuse',
    logScope: 'ledger',
    settings: {
      batchCommits: setting({
        name: 'Ledger.BatchCommits',
        variable: 'LEDGER_BATCH_COMMITS',
        type: safeNumber({ from: 1n, to: 1_000n, unit: 'commits' }),
        default: undefined,
        shown: '`64`',
        needsRestart: true,
        about: 'commits of the calendar that make a full batch of the ledger, 1 to 1000',
      }),
      batchAgeMs: setting({
        name: 'Ledger.BatchSeconds',
        variable: 'LEDGER_BATCH_SECONDS',
        type: z.pipe(
          safeNumber({ from: 1n, to: 86_400n, unit: 'seconds' }),
          z.transform((seconds) => seconds * 1000),
        ),
        default: undefined,
        shown: '`60`',
        needsRestart: true,
        about:
          'how long a commit waits for its batch to be full, 1 to 86400; then the batch goes into the ledger by itself',
      }),
    },
  },
  ledger: {
    onFault: 'refuse',
    logScope: 'ledger',
    settings: {
      retention: setting({
        name: 'Ledger.Retention',
        variable: 'LEDGER_RETENTION',
        type: wholeNumber({ from: 0n, to: MAX_UINT64, unit: 'ledger heights' }),
        default: undefined,
        shown: 'for good',
        needsRestart: true,
        about:
          'ledger heights for which the content of a record stays after the record is final; then `repo/gc` lets it go, unless it is pinned, and an audit calls it withheld',
      }),
      keepRoots: setting({
        name: 'Ledger.KeepRoots',
        variable: 'LEDGER_KEEP_ROOTS',
        type: safeNumber({ from: 1n, to: 1_000_000_000n, unit: 'roots' }),
        default: undefined,
        shown: 'all',
        needsRestart: true,
        about:
          'how many of the newest roots of the ledger `repo/gc` keeps; queries and audits reach no further back',
      }),
      addressPrefix: setting({
        name: 'Ledger.AddressPrefix',
        variable: 'LEDGER_ADDRESS_PREFIX',
        type: textThat((prefix) => ADDRESS_PREFIX.test(prefix), 'not a prefix of addresses such as "dym"'),
        default: undefined,
        shown: '`dym`',
        needsRestart: true,
        about: 'what addresses of the ledger begin with; it stays as it was when the first record was made',
      }),
    },
  },
} as const satisfies Readonly<Record<string, Section>>
