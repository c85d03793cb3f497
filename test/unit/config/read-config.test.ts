import { describe, expect, it } from 'vitest'
import {
  loadConfig,
  loadSection,
  type NodeVariable,
  nodeTexts,
  parseConfig,
} from '../../../src/config/read-config.ts'
import { nodeSections } from '../../../src/config/schema.ts'
import { starterSection } from '../../../src/config/sections/starter.ts'
import { memoryLogger } from '../../../src/memory/memory-logger.ts'
import type { Setting } from '../../../src/settings/setting.ts'
import { type Case, settingCases } from './setting-cases.ts'

/** What variables read whose kind is of their own, or whose errors or defaults are. */
const OWN = {
  PROVIDE_STRATEGY: {
    at: 'routing.provideStrategy',
    unset: undefined,
    right: ['pinned+mfs', 'pinned+mfs'],
    wrong: ['all+mfs', /^Cannot read PROVIDE_STRATEGY "all\+mfs": not a strategy such as "pinned\+mfs"$/],
  },
  SWARM_ADDRESSES: {
    at: 'network.addresses',
    unset: [],
    right: [
      '/dns4/a.example/tcp/443/tls/ws, /ip4/127.0.0.1/tcp/1/ws',
      ['/dns4/a.example/tcp/443/tls/ws', '/ip4/127.0.0.1/tcp/1/ws'],
    ],
    wrong: ['a.example', /^Cannot read SWARM_ADDRESSES "a\.example": not an address such as/],
  },
  RELAY_PEERS: {
    at: 'network.relayPeers',
    unset: [],
    right: [
      '12D3KooWRBy97UB99e3J6hiPesre1MZeuNQvfan4gBziswrRJsNK, QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn',
      [
        '12D3KooWRBy97UB99e3J6hiPesre1MZeuNQvfan4gBziswrRJsNK',
        'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn',
      ],
    ],
    wrong: ['me', /^Cannot read RELAY_PEERS "me": not the id of a peer/],
  },
  API_AUTHORIZATIONS: {
    at: 'access.authorizations',
    unset: new Map(),
    right: ['{}', new Map()],
    wrong: ['{', /^Cannot read API_AUTHORIZATIONS: not a JSON object$/],
  },
  API_ORIGIN: {
    at: 'access.origins',
    unset: [],
    right: ['https://a.example, http://localhost:3000', ['https://a.example', 'http://localhost:3000']],
    wrong: ['*', /^Cannot allow origin "\*"/],
  },
  GATEWAY_DOMAIN: {
    at: 'gateway.domain',
    unset: undefined,
    right: ['Files.Example.org', 'files.example.org'],
    wrong: ['example.org:80', /^Cannot serve GATEWAY_DOMAIN "example\.org:80": not a name such as/],
  },
  DNSLINK_HOSTS: {
    at: 'gateway.dnslinkHosts',
    unset: [],
    right: ['Docs.example.org,*.example.net', ['docs.example.org', '*.example.net']],
    wrong: ['*, a.example', /^Cannot serve DNSLINK_HOSTS "\*": not a domain, or all/],
  },
  KEY_ENCRYPTION_KEY: {
    at: 'keys.encryptionKey',
    unset: undefined,
    right: [`${'A'.repeat(43)}=`, new Uint8Array(32)],
    // What is wrong with a secret is said without a word of it.
    wrong: ['c2hvcnQ=', /^Cannot read KEY_ENCRYPTION_KEY: not 32 bytes in base64$/],
  },
  CALENDAR_USERS: {
    at: 'calendar.users',
    unset: [],
    right: ['[]', []],
    wrong: ['{}', /^Cannot read CALENDAR_USERS: not a JSON list$/],
  },
  CALENDAR_ZONE: {
    at: 'calendar.siteZone',
    unset: 'UTC+0',
    right: ['Europe/Berlin', 'Europe/Berlin'],
    wrong: ['Mars/Base', /^Cannot read CALENDAR_ZONE "Mars\/Base": not a time zone/],
  },
  CALENDAR_URL: {
    at: 'calendar.baseUrl',
    unset: undefined,
    right: ['https://calendar.example', 'https://calendar.example'],
    wrong: ['https://a.example/b', /^Cannot read CALENDAR_URL "https:\/\/a\.example\/b": not an origin/],
  },
  CALENDAR_IMAGE_HOSTS: {
    at: 'calendar.imageHosts',
    unset: [],
    right: ['a.example, b.example:8080', ['a.example', 'b.example:8080']],
    wrong: ['a.example, b/c', /^Cannot read CALENDAR_IMAGE_HOSTS "b\/c": not a host/],
  },
  AUDIT_HOSTS: {
    at: 'audit.hosts',
    unset: [],
    right: ['127.0.0.1:5002', ['127.0.0.1:5002']],
    wrong: ['https://a.example', /^Cannot read AUDIT_HOSTS "https:\/\/a\.example": not a host/],
  },
  VERIFY_READS: {
    at: 'blocks.verifyReads',
    unset: 'all',
    right: ['off', 'nodes'],
    wrong: ['no', /^Cannot read VERIFY_READS "no": neither "on" nor "off"$/],
  },
  HEAL_HOSTS: {
    at: 'blocks.healGateways',
    unset: [],
    right: [
      'a.example,127.0.0.1:8080,localhost',
      ['https://a.example', 'http://127.0.0.1:8080', 'http://localhost'],
    ],
    wrong: ['a.example/b', /^Cannot read HEAL_HOSTS "a\.example\/b": not a host/],
  },
  PIN_SERVICE_MAX_PINS: {
    at: 'pinService.maxPins',
    unset: 10_000,
    right: ['25', 25],
    wrong: ['-1', /^Cannot read PIN_SERVICE_MAX_PINS "-1": not a number from 0 to 1000000$/],
  },
  PIN_SERVICE_MAX_BYTES: {
    at: 'pinService.maxBytes',
    unset: 1024 ** 3,
    right: ['20GiB', 20 * 1024 ** 3],
    wrong: ['much', /^Cannot read PIN_SERVICE_MAX_BYTES "much": not a size such as/],
  },
  ROUTING_TYPE: {
    at: 'routing.type',
    unset: 'dht',
    right: ['dhtserver', 'dhtserver'],
    wrong: ['DHT', /^Cannot read ROUTING_TYPE "DHT": not one of auto/],
  },
  IMPORT_CID_VERSION: {
    at: 'importing.cidVersion',
    unset: undefined,
    right: ['1', 1],
    wrong: ['2', /^Cannot read IMPORT_CID_VERSION "2": not a number from 0 to 1$/],
  },
  IMPORT_CHUNKER: {
    at: 'importing.chunker',
    unset: undefined,
    right: ['rabin-100-200-300', 'rabin-100-200-300'],
    wrong: ['size-0', /^Cannot read IMPORT_CHUNKER "size-0": not a chunker such as/],
  },
  IMPORT_HASH: {
    at: 'importing.hash',
    unset: undefined,
    right: ['blake3', 'blake3'],
    wrong: ['md5', /^Cannot read IMPORT_HASH "md5": not a hash function/],
  },
  IMPORT_FILE_MAX_LINKS: {
    at: 'importing.maxFileLinks',
    unset: undefined,
    right: ['1024', 1024],
    wrong: ['1', /^Cannot read IMPORT_FILE_MAX_LINKS "1": not a number of links from 2 to/],
  },
  IMPORT_HAMT_FANOUT: {
    at: 'importing.maxHamtFanout',
    unset: undefined,
    right: ['8', 8],
    wrong: ['100', /^Cannot read IMPORT_HAMT_FANOUT "100": not a power of two from 8 to 1024$/],
  },
  IMPORT_HAMT_THRESHOLD: {
    at: 'importing.shardThresholdBytes',
    unset: undefined,
    right: ['256KiB', 262_144],
    // In the reference 0 means never, and not always.
    wrong: ['0', /^Cannot read IMPORT_HAMT_THRESHOLD "0": not a size from 1B to 1MiB$/],
  },
  LEDGER_BATCH_COMMITS: {
    at: 'anchoring.batchCommits',
    unset: undefined,
    right: ['8', 8],
    wrong: ['1001', /^Cannot read LEDGER_BATCH_COMMITS "1001": not a number of commits from 1 to/],
  },
  LEDGER_BATCH_SECONDS: {
    at: 'anchoring.batchAgeMs',
    unset: undefined,
    right: ['5', 5_000],
    wrong: ['1.5', /^Cannot read LEDGER_BATCH_SECONDS "1\.5": not a number of seconds from 1 to/],
  },
  LEDGER_RETENTION: {
    at: 'ledger.retention',
    unset: undefined,
    right: ['18446744073709551615', 0xffff_ffff_ffff_ffffn],
    wrong: ['18446744073709551616', /^Cannot read LEDGER_RETENTION "18446744073709551616": not a/],
  },
  LEDGER_KEEP_ROOTS: {
    at: 'ledger.keepRoots',
    unset: undefined,
    right: ['0100', 100],
    wrong: ['0', /^Cannot read LEDGER_KEEP_ROOTS "0": not a number of roots from 1 to 1000000000$/],
  },
  LEDGER_ADDRESS_PREFIX: {
    at: 'ledger.addressPrefix',
    unset: undefined,
    right: ['pool', 'pool'],
    wrong: ['Dym', /^Cannot read LEDGER_ADDRESS_PREFIX "Dym": not a prefix of addresses/],
  },
} as const satisfies Readonly<Partial<Record<NodeVariable, Case>>>

const CASES: Readonly<Record<string, Case>> = { ...settingCases(), ...OWN }

function wrongOf(variable: NodeVariable): Case['wrong'] {
  return CASES[variable]?.wrong ?? ['', /never/]
}

/** The values of all variables, by section and key. */
function configOf(pick: (one: Case) => unknown): Record<string, Record<string, unknown>> {
  const config: Record<string, Record<string, unknown>> = {}
  for (const one of Object.values(CASES)) {
    const [section = '', key = ''] = one.at.split('.')
    config[section] = { ...config[section], [key]: pick(one) }
  }
  return config
}
const UNSET = configOf(({ unset }) => unset)

describe('the settings of a node', () => {
  it('have each a name and a variable of its own', () => {
    const all = [starterSection, ...Object.values(nodeSections)].flatMap((section) =>
      Object.values<Setting>(section.settings),
    )

    for (const key of ['name', 'variable'] as const) {
      expect(new Set(all.map((setting) => setting[key])).size).toBe(all.length)
    }
  })

  it('are passed on by their variables, empty where nothing is set', () => {
    const texts = nodeTexts({ API_ORIGIN: 'https://a.example', PORT: '1' })

    expect(Object.keys(texts).sort()).toEqual(Object.keys(CASES).sort())
    expect(texts).toMatchObject({ API_ORIGIN: 'https://a.example', VERIFY_READS: '' })
  })
})

describe('parseConfig()', () => {
  it('is the defaults where nothing is set, or the text is empty', () => {
    expect(parseConfig({})).toEqual(UNSET)
    expect(parseConfig(nodeTexts({}))).toEqual(UNSET)
  })

  it('reads each variable into what services take', () => {
    const texts = Object.entries(CASES).map(([variable, { right }]) => [variable, right[0]])

    expect(parseConfig(Object.fromEntries(texts))).toEqual(configOf(({ right }) => right[1]))
  })

  it.each(Object.entries(CASES))('refuses a wrong %s, and says what is wrong', (variable, { wrong }) => {
    const [text, message] = wrong
    expect(() => parseConfig({ [variable]: text })).toThrow(message)
  })
})

describe('loadConfig()', () => {
  it.each([
    [
      'API_AUTHORIZATIONS',
      'access',
      { access: { authorizations: new Map(), origins: ['https://a.example'] } },
    ],
    ['API_ORIGIN', 'access', {}],
    ['GATEWAY_DOMAIN', 'gateway', {}],
    ['KEY_ENCRYPTION_KEY', 'keys', {}],
    ['AUDIT_HOSTS', 'ledger', {}],
  ] as const)('leaves a wrong %s alone unset, and logs it', (variable, scope, changed) => {
    const logger = memoryLogger()
    const texts = { API_ORIGIN: variable === 'API_AUTHORIZATIONS' ? 'https://a.example' : '' }
    const [text, message] = wrongOf(variable)

    expect(loadConfig({ ...texts, [variable]: text }, logger)).toEqual({ ...UNSET, ...changed })
    expect(logger.lines).toEqual([
      { level: 'error', scope, message: expect.stringMatching(message), fields: {} },
    ])
  })

  it.each([
    ['CALENDAR_USERS', 'calendar'],
    ['CALENDAR_ZONE', 'calendar'],
    ['CALENDAR_URL', 'calendar'],
    ['CALENDAR_IMAGE_HOSTS', 'calendar'],
    ['VERIFY_READS', 'blocks'],
    ['HEAL_HOSTS', 'blocks'],
  ] as const)('leaves the whole section of a wrong %s unset, and logs it', (variable, scope) => {
    const logger = memoryLogger()
    const right = { CALENDAR_ZONE: 'Europe/Berlin', VERIFY_READS: 'off', HEAL_HOSTS: 'a.example' }
    const expected = { ...parseConfig(right), [scope]: UNSET[scope] }

    expect(loadConfig({ ...right, [variable]: wrongOf(variable)[0] }, logger)).toEqual(expected)
    expect(logger.lines.map((line) => line.scope)).toEqual([scope])
  })

  it.each(Object.entries(CASES).filter(([name]) => name.startsWith('LEDGER_')))(
    'does not start with a wrong %s',
    (variable, { wrong: [text, message] }) => {
      expect(() => loadConfig({ [variable]: text }, memoryLogger())).toThrow(message)
    },
  )
})

describe('loadSection()', () => {
  it('needs no logger', () => {
    expect(loadSection(nodeSections.gateway, { GATEWAY_DOMAIN: 'a b' })).toEqual({
      domain: undefined,
      dnslinkHosts: [],
      maxRequests: 512,
    })
  })
})
