import type { ConfigValue } from './document/config-value.ts'

type Values = Readonly<Record<string, ConfigValue>>

const FLATFS = {
  path: 'blocks',
  shardFunc: '/repo/flatfs/shard/v1/next-to-last/2',
  sync: true,
  type: 'flatfs',
}
const LEVELDB = { compression: 'none', path: 'datastore', type: 'levelds' }
const PEBBLE = { formatMajorVersion: 24, path: 'pebbleds', type: 'pebbleds' }
const BADGER = { path: 'badgerds', syncWrites: false, truncate: true, type: 'badgerds' }

const flatfs = {
  mounts: [
    { child: FLATFS, mountpoint: '/blocks', prefix: 'flatfs.datastore', type: 'measure' },
    { child: LEVELDB, mountpoint: '/', prefix: 'leveldb.datastore', type: 'measure' },
  ],
  type: 'mount',
}
const pebble = { child: PEBBLE, prefix: 'pebble.datastore', type: 'measure' }
const badger = { child: BADGER, prefix: 'badger.datastore', type: 'measure' }

/**
 * Further profiles of the reference, as the values that they set. `Datastore.Spec` and `AutoConf.Enabled` are stored and
 * have no effect: a host has one storage, and no node fetches its configuration, so there is no `autoconf-on`. Specs: RPC
 * facts, sections 9.1 and 9.2; that of pebble is of the reference 0.44.
 */
export const REFERENCE_PROFILES: Readonly<Record<string, Values>> = {
  'default-datastore': { 'Datastore.Spec': flatfs },
  flatfs: { 'Datastore.Spec': flatfs },
  'flatfs-measure': { 'Datastore.Spec': flatfs },
  pebbleds: { 'Datastore.Spec': { ...PEBBLE, prefix: 'pebble.datastore' } },
  'pebbleds-measure': { 'Datastore.Spec': pebble },
  badgerds: { 'Datastore.Spec': badger },
  'badgerds-measure': { 'Datastore.Spec': badger },
  'announce-off': { 'Provide.Enabled': false, 'Provide.DHT.Interval': '0' },
  'announce-on': { 'Provide.Enabled': true, 'Provide.DHT.Interval': '22h' },
  'autoconf-off': {
    'AutoConf.Enabled': false,
    Bootstrap: [],
    'DNS.Resolvers': [],
    'Routing.DelegatedRouters': [],
    'Ipns.DelegatedPublishers': [],
  },
}
