import * as z from 'zod/mini'
import { parseGoDuration } from '../../codec/go-duration.ts'
import { parseProvideStrategy } from '../../net/routing/provide-strategy.ts'
import { parseByteSize } from '../../settings/byte-size.ts'
import { isDuration } from '../../settings/kind.ts'
import { isRange, isRangeOrAddress } from './address-range.ts'
import type { ConfigValue } from './config-value.ts'

/** The setting with a size for `/repo/stat`, as {@link parseByteSize} reads it. */
export const STORAGE_MAX = 'Datastore.StorageMax'

/** A setting of the document that has no environment variable. */
export interface DocumentSetting {
  readonly name: string
  readonly type: z.ZodMiniType
  readonly default: ConfigValue
  /** The required form of a value, worded to follow the name of the setting in an error. */
  readonly is: string
  /** Description for the guides, in Markdown. */
  readonly about: string
}

const texts = { type: z.array(z.string()), is: 'a list of texts' }
const rangesOrAddresses = {
  type: z.array(z.string().check(z.refine(isRangeOrAddress))),
  is: 'a list of addresses and ranges such as "/ip4/10.0.0.0/ipcidr/8"',
}
const optionalRanges = {
  type: z.nullable(z.array(z.string().check(z.refine(isRange)))),
  is: 'a list of ranges such as "/ip4/10.0.0.0/ipcidr/8"',
}
const text = { type: z.string(), is: 'a text' }
const mountPath = {
  type: z.string().check(z.refine(isMountPath)),
  is: 'an absolute path such as "/content"',
}
const count = { type: z.int().check(z.nonnegative()), is: 'a whole number' }

/**
 * Settings with the reference's names and defaults, as far as they have a meaning on hosts without sockets and
 * disks of their own. Those for peers are stored for later, and have no effect on a node without a network.
 */
export const DOCUMENT_SETTINGS: readonly DocumentSetting[] = [
  { name: 'Bootstrap', ...texts, default: [], about: 'peers to begin with; `bootstrap/…` changes it' },
  {
    name: STORAGE_MAX,
    type: z.string().check(z.refine((size) => parseByteSize(size) !== undefined)),
    is: 'a size such as "10GB"',
    default: '10GB',
    about: 'what `repo/stat` shows as `StorageMax`; it limits nothing',
  },
  {
    name: 'Addresses.Announce',
    ...texts,
    default: [],
    about:
      'addresses that are advertised to peers instead of those on which the node listens, from its next start on',
  },
  {
    name: 'Addresses.AppendAnnounce',
    ...texts,
    default: [],
    about: 'further addresses that are advertised to peers, from the next start on',
  },
  {
    name: 'Addresses.NoAnnounce',
    ...rangesOrAddresses,
    default: [],
    about:
      'addresses and ranges, such as `/ip4/10.0.0.0/ipcidr/8`, that are not advertised to peers, from the next start on',
  },
  {
    name: 'Swarm.AddrFilters',
    ...optionalRanges,
    default: null,
    about: 'address ranges that are neither dialled nor accepted; `swarm/filters/…` changes it',
  },
  {
    name: 'Swarm.ConnMgr.Type',
    ...text,
    default: 'basic',
    about: '`none` closes no connections to make room for new ones',
  },
  {
    name: 'Swarm.ConnMgr.LowWater',
    ...count,
    default: 600,
    about:
      'when `HighWater` is reached, so many connections are left: those of `Peering.Peers`, new ones and busy ones; lowered in proportion where `HighWater` is over 300; none are closed if it is not below `HighWater`',
  },
  {
    name: 'Swarm.ConnMgr.HighWater',
    ...count,
    default: 900,
    about: 'most connections to peers, at most 300',
  },
  {
    name: 'Swarm.ConnMgr.GracePeriod',
    type: z.string().check(z.refine((period) => parseGoDuration(period) !== undefined)),
    is: 'a duration such as "20s"',
    default: '20s',
    about: 'how long a new connection is kept in any case',
  },
  {
    name: 'Peering.Peers',
    type: z.array(z.object({ ID: text.type, Addrs: z.optional(z.nullable(texts.type)) })),
    is: 'a list of peers with "ID" and "Addrs"',
    default: null,
    about: 'peers to stay connected with, as `[{"ID": …, "Addrs": [ … ]}]`; `swarm/peering/…` changes it',
  },
  {
    name: 'Reprovider.Interval',
    type: z.string().check(z.refine((interval) => isDuration(interval, '48h'))),
    is: 'a duration up to 48h, such as "12h"',
    default: '12h',
    about: 'time after which everything is announced again, where `Provide.DHT.Interval` is not set',
  },
  {
    name: 'Reprovider.Strategy',
    type: z.string().check(z.refine((strategy) => parseProvideStrategy(strategy) !== undefined)),
    is: 'a strategy such as "pinned+mfs"',
    default: 'all',
    about: 'what is announced to peers, where `Provide.Strategy` is not set',
  },
  {
    name: 'Mounts.IPFS',
    ...mountPath,
    default: '/ipfs',
    about: 'prefix of URLs that redirect to content by CID; `mount` changes it',
  },
  {
    name: 'Mounts.IPNS',
    ...mountPath,
    default: '/ipns',
    about: 'prefix of URLs that redirect to content by name; `mount` changes it',
  },
]

/** Up to eight segments of characters that no URL encodes. */
const MOUNT_PATH = /^(\/[A-Za-z0-9._~-]{1,64}){1,8}$/

/** True for an absolute path without `.`, `..`, encoded characters or a slash at its end, such as `/content`. */
function isMountPath(path: string): boolean {
  return MOUNT_PATH.test(path) && !path.split('/').some((name) => name === '.' || name === '..')
}
