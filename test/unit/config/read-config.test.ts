import { describe, expect, it } from 'vitest'
import { loadConfig, loadSection, nodeTexts, parseConfig } from '../../../src/config/read-config.ts'
import { nodeSections } from '../../../src/config/schema.ts'
import { starterSection } from '../../../src/config/sections/starter.ts'
import type { Setting } from '../../../src/config/setting.ts'
import { memoryLogger } from '../../../src/memory/memory-logger.ts'

const UNSET = {
  access: { authorizations: new Map(), origins: [] },
  gateway: { domain: undefined, dnslinkHosts: [] },
  dns: { resolvers: [] },
  keys: { encryptionKey: undefined },
  calendar: { users: [], siteZone: 'UTC+0', baseUrl: undefined, imageHosts: [] },
  audit: { hosts: [] },
  blocks: { verifyReads: 'all', healGateways: [] },
  importing: {
    cidVersion: undefined,
    rawLeaves: undefined,
    chunker: undefined,
    hash: undefined,
    maxFileLinks: undefined,
    maxDirectoryLinks: undefined,
    maxHamtFanout: undefined,
    shardThresholdBytes: undefined,
    sizeEstimate: undefined,
  },
  pinning: { hosts: [] },
  filestore: { isFilestoreEnabled: false, isUrlstoreEnabled: false, urlHosts: [] },
  anchoring: { batchCommits: undefined, batchAgeMs: undefined },
  ledger: { retention: undefined, keepRoots: undefined, addressPrefix: undefined },
}

/** A text that cannot be read for each variable of a node, and what is said of it. */
const FAULTS = {
  API_AUTHORIZATIONS: ['{', /^Cannot read API\.Authorizations: not a JSON object$/],
  API_ORIGIN: ['*', /^Cannot allow origin "\*"/],
  GATEWAY_DOMAIN: ['example.org:80', /^Cannot serve GATEWAY_DOMAIN "example\.org:80": not a name such as/],
  // What is wrong with a secret is said without a word of it.
  KEY_ENCRYPTION_KEY: ['c2hvcnQ=', /^Cannot read KEY_ENCRYPTION_KEY: not 32 bytes in base64$/],
  CALENDAR_USERS: ['{}', /^Cannot read CALENDAR_USERS: not a JSON list$/],
  CALENDAR_ZONE: ['Mars/Base', /^Cannot read CALENDAR_ZONE "Mars\/Base": not a time zone/],
  CALENDAR_URL: ['https://a.example/b', /^Cannot read CALENDAR_URL "https:\/\/a\.example\/b": not an origin/],
  CALENDAR_IMAGE_HOSTS: ['a.example, b/c', /^Cannot read CALENDAR_IMAGE_HOSTS "b\/c": not a host/],
  DNSLINK_HOSTS: ['*, a.example', /^Cannot serve DNSLINK_HOSTS "\*": not a domain such as/],
  DNS_RESOLVERS: [
    'https://dns.example/q, http://dns.example/q',
    /^Cannot read DNS_RESOLVERS "http:\/\/dns\.example\/q": not an address such as/,
  ],
  AUDIT_HOSTS: ['https://a.example', /^Cannot read AUDIT_HOSTS "https:\/\/a\.example": not a host/],
  VERIFY_READS: ['no', /^Cannot read VERIFY_READS "no": neither "on" nor "off"$/],
  HEAL_HOSTS: ['a.example/b', /^Cannot read HEAL_HOSTS "a\.example\/b": not a host/],
  PINNING_HOSTS: ['a.example/b', /^Cannot read PINNING_HOSTS "a\.example\/b": not a host/],
  IMPORT_CID_VERSION: ['2', /^Cannot read IMPORT_CID_VERSION "2": not a number from 0 to 1$/],
  IMPORT_RAW_LEAVES: ['yes', /^Cannot read IMPORT_RAW_LEAVES "yes": neither "true" nor "false"$/],
  IMPORT_CHUNKER: ['size-0', /^Cannot read IMPORT_CHUNKER "size-0": not a chunker such as/],
  IMPORT_HASH: ['md17', /^Cannot read IMPORT_HASH "md17": not a hash function/],
  IMPORT_FILE_MAX_LINKS: ['1', /^Cannot read IMPORT_FILE_MAX_LINKS "1": not a number of links from 2 to/],
  IMPORT_DIRECTORY_MAX_LINKS: ['-1', /^Cannot read IMPORT_DIRECTORY_MAX_LINKS "-1": not a number of links/],
  IMPORT_HAMT_FANOUT: ['100', /^Cannot read IMPORT_HAMT_FANOUT "100": not a power of two from 8 to 1024$/],
  // In the reference 0 means never, and not always.
  IMPORT_HAMT_THRESHOLD: ['0', /^Cannot read IMPORT_HAMT_THRESHOLD "0": not a size from 1B to 1MiB$/],
  IMPORT_HAMT_ESTIMATION: ['size', /^Cannot read IMPORT_HAMT_ESTIMATION "size": neither "links" nor/],
  FILESTORE_ENABLED: ['on', /^Cannot read FILESTORE_ENABLED "on": neither "true" nor "false"$/],
  URLSTORE_ENABLED: ['1', /^Cannot read URLSTORE_ENABLED "1": neither "true" nor "false"$/],
  URLSTORE_HOSTS: ['a.example/b', /^Cannot read URLSTORE_HOSTS "a\.example\/b": not a host/],
  LEDGER_BATCH_COMMITS: [
    '1001',
    /^Cannot read LEDGER_BATCH_COMMITS "1001": not a number of commits from 1 to/,
  ],
  LEDGER_BATCH_SECONDS: [
    '1.5',
    /^Cannot read LEDGER_BATCH_SECONDS "1\.5": not a number of seconds from 1 to/,
  ],
  LEDGER_RETENTION: ['18446744073709551616', /^Cannot read LEDGER_RETENTION "18446744073709551616": not a/],
  LEDGER_KEEP_ROOTS: ['0', /^Cannot read LEDGER_KEEP_ROOTS "0": not a number of roots from 1 to 1000000000$/],
  LEDGER_ADDRESS_PREFIX: ['Dym', /^Cannot read LEDGER_ADDRESS_PREFIX "Dym": not a prefix of addresses/],
} as const

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

    expect(Object.keys(texts).sort()).toEqual(Object.keys(FAULTS).sort())
    expect(texts).toMatchObject({ API_ORIGIN: 'https://a.example', VERIFY_READS: '' })
  })
})

describe('parseConfig()', () => {
  it('is the defaults where nothing is set, or the text is empty', () => {
    expect(parseConfig({})).toEqual(UNSET)
    expect(parseConfig(nodeTexts({}))).toEqual(UNSET)
  })

  it('reads each variable into what services take', () => {
    const texts = {
      API_ORIGIN: 'https://a.example, http://localhost:3000',
      GATEWAY_DOMAIN: 'Files.Example.org',
      DNSLINK_HOSTS: 'Docs.example.org,*.example.net',
      DNS_RESOLVERS: 'https://dns.example/q, http://127.0.0.1:53/',
      KEY_ENCRYPTION_KEY: `${'A'.repeat(43)}=`,
      CALENDAR_ZONE: 'Europe/Berlin',
      CALENDAR_URL: 'https://calendar.example',
      CALENDAR_IMAGE_HOSTS: 'a.example, b.example:8080',
      AUDIT_HOSTS: '127.0.0.1:5002',
      VERIFY_READS: 'off',
      HEAL_HOSTS: 'a.example,127.0.0.1:8080,localhost',
      PINNING_HOSTS: '127.0.0.1:5002, pins.lan',
      IMPORT_CID_VERSION: '1',
      IMPORT_RAW_LEAVES: 'false',
      IMPORT_CHUNKER: 'rabin-100-200-300',
      IMPORT_HASH: 'blake3',
      IMPORT_FILE_MAX_LINKS: '1024',
      IMPORT_DIRECTORY_MAX_LINKS: '0',
      IMPORT_HAMT_FANOUT: '8',
      IMPORT_HAMT_THRESHOLD: '256KiB',
      IMPORT_HAMT_ESTIMATION: 'block',
      FILESTORE_ENABLED: 'true',
      URLSTORE_ENABLED: 'true',
      URLSTORE_HOSTS: 'files.lan',
      LEDGER_BATCH_COMMITS: '8',
      LEDGER_BATCH_SECONDS: '5',
      LEDGER_RETENTION: '18446744073709551615',
      LEDGER_KEEP_ROOTS: '0100',
      LEDGER_ADDRESS_PREFIX: 'pool',
    }

    expect(parseConfig(texts)).toEqual({
      access: { authorizations: new Map(), origins: ['https://a.example', 'http://localhost:3000'] },
      gateway: { domain: 'files.example.org', dnslinkHosts: ['docs.example.org', '*.example.net'] },
      dns: { resolvers: ['https://dns.example/q', 'http://127.0.0.1:53/'] },
      keys: { encryptionKey: new Uint8Array(32) },
      calendar: {
        users: [],
        siteZone: 'Europe/Berlin',
        baseUrl: 'https://calendar.example',
        imageHosts: ['a.example', 'b.example:8080'],
      },
      audit: { hosts: ['127.0.0.1:5002'] },
      blocks: {
        verifyReads: 'nodes',
        healGateways: ['https://a.example', 'http://127.0.0.1:8080', 'http://localhost'],
      },
      importing: {
        cidVersion: 1,
        rawLeaves: false,
        chunker: 'rabin-100-200-300',
        hash: 'blake3',
        maxFileLinks: 1024,
        maxDirectoryLinks: 0,
        maxHamtFanout: 8,
        shardThresholdBytes: 262_144,
        sizeEstimate: 'block',
      },
      pinning: { hosts: ['127.0.0.1:5002', 'pins.lan'] },
      filestore: { isFilestoreEnabled: true, isUrlstoreEnabled: true, urlHosts: ['files.lan'] },
      anchoring: { batchCommits: 8, batchAgeMs: 5_000 },
      ledger: { retention: 0xffff_ffff_ffff_ffffn, keepRoots: 100, addressPrefix: 'pool' },
    })
  })

  it.each(Object.entries(FAULTS))(
    'refuses a wrong %s, and says what is wrong',
    (variable, [text, message]) => {
      expect(() => parseConfig({ [variable]: text })).toThrow(message)
    },
  )
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
    const [text, message] = FAULTS[variable]

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

    expect(loadConfig({ ...right, [variable]: FAULTS[variable][0] }, logger)).toEqual(expected)
    expect(logger.lines.map((line) => line.scope)).toEqual([scope])
  })

  it.each(Object.keys(FAULTS).filter((name): name is keyof typeof FAULTS => name.startsWith('LEDGER_')))(
    'does not start with a wrong %s',
    (variable) => {
      const [text, message] = FAULTS[variable]
      expect(() => loadConfig({ [variable]: text }, memoryLogger())).toThrow(message)
    },
  )
})

describe('loadSection()', () => {
  it('needs no logger', () => {
    expect(loadSection(nodeSections.gateway, { GATEWAY_DOMAIN: 'a b' })).toEqual({
      domain: undefined,
      dnslinkHosts: [],
    })
  })
})
