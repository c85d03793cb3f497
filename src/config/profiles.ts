import { DomainError } from '../errors.ts'
import type { Random } from '../ports/random.ts'
import type { ConfigObject, ConfigValue } from './document/config-value.ts'
import { findValue, withValue } from './document/document-path.ts'
import { REFERENCE_PROFILES } from './reference-profiles.ts'

type Profile = (document: ConfigObject, random: Pick<Random, 'bytes'>) => ConfigObject

/** Ranges that a server on the public network neither dials nor announces. Spec: RPC facts, section 9.2. */
const PRIVATE_RANGES = [
  ...[
    '10.0.0.0/8',
    '100.64.0.0/10',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '240.0.0.0/4',
  ].map((range) => `/ip4/${range.replace('/', '/ipcidr/')}`),
  ...['100::/64', '2001:2::/48', '2001:db8::/32', 'fc00::/7', 'fe80::/10'].map(
    (range) => `/ip6/${range.replace('/', '/ipcidr/')}`,
  ),
]

/** The values that both CID profiles set. Spec: IPIP-0499. */
const COMMON_IMPORT = {
  'Import.HashFunction': 'sha2-256',
  'Import.UnixFSDirectoryMaxLinks': 0,
  'Import.UnixFSHAMTDirectoryMaxFanout': 256,
  'Import.UnixFSHAMTDirectorySizeThreshold': '256KiB',
}

const RANGE_LISTS = ['Addresses.NoAnnounce', 'Swarm.AddrFilters']

const LEGACY_IMPORT: Profile = (document) =>
  withAll(document, {
    ...COMMON_IMPORT,
    'Import.CidVersion': 0,
    'Import.UnixFSRawLeaves': false,
    'Import.UnixFSChunker': 'size-262144',
    'Import.UnixFSFileMaxLinks': 174,
    'Import.UnixFSHAMTDirectorySizeEstimation': 'links',
  })

/** The profiles that the page offers. Each sets what has a meaning here. */
const PROFILES = {
  server: (document) => withLists(document, (list) => [...new Set([...list, ...PRIVATE_RANGES])]),
  'local-discovery': (document) =>
    withLists(document, (list) => list.filter((range) => !PRIVATE_RANGES.includes(range))),
  test: (document) => withAll(document, { 'Addresses.Swarm': ['/ip4/127.0.0.1/tcp/0'], Bootstrap: [] }),
  'default-networking': (document) =>
    withAll(document, { 'Addresses.Swarm': [], 'Addresses.Announce': [], 'Addresses.NoAnnounce': [] }),
  lowpower: (document) =>
    withAll(document, {
      'Routing.Type': 'dhtclient',
      'Reprovider.Interval': '0',
      'Swarm.ConnMgr.Type': 'basic',
      'Swarm.ConnMgr.LowWater': 20,
      'Swarm.ConnMgr.HighWater': 40,
      'Swarm.ConnMgr.GracePeriod': '1m0s',
    }),
  'unixfs-v0-2015': LEGACY_IMPORT,
  'legacy-cid-v0': LEGACY_IMPORT,
  'unixfs-v1-2025': (document) =>
    withAll(document, {
      ...COMMON_IMPORT,
      'Import.CidVersion': 1,
      'Import.UnixFSRawLeaves': true,
      'Import.UnixFSChunker': 'size-1048576',
      'Import.UnixFSFileMaxLinks': 1024,
      'Import.UnixFSHAMTDirectorySizeEstimation': 'block',
    }),
  randomports(document, random) {
    const [high = 0, low = 0] = random.bytes(2)
    const port = 1024 + ((high * 256 + low) % (65_536 - 1024))
    return withAll(document, { 'Addresses.Swarm': [`/ip4/0.0.0.0/tcp/${port}`, `/ip6/::/tcp/${port}`] })
  },
} as const satisfies Readonly<Record<string, Profile>>

export type ProfileName = keyof typeof PROFILES

/** Applies a profile to a document. Throws `not-found` with the reference's text for an unknown profile. */
export function withProfile(
  document: ConfigObject,
  name: string,
  random: Pick<Random, 'bytes'>,
): ConfigObject {
  if (isProfileName(name)) return PROFILES[name](document, random)
  const values = Object.hasOwn(REFERENCE_PROFILES, name) ? REFERENCE_PROFILES[name] : undefined
  if (values) return withAll(document, values)
  throw new DomainError('not-found', `${name} is not a profile`)
}

function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(PROFILES, name)
}

function withAll(document: ConfigObject, values: Readonly<Record<string, ConfigValue>>): ConfigObject {
  return Object.entries(values).reduce((made, [path, value]) => withValue(made, path, value), document)
}

function withLists(
  document: ConfigObject,
  plan: (list: readonly string[]) => readonly string[],
): ConfigObject {
  const lists = RANGE_LISTS.map((path) => {
    const value = findValue(document, path)
    return [path, plan(Array.isArray(value) ? value.map(String) : [])] as const
  })
  return withAll(document, Object.fromEntries(lists))
}
