import { hasherFor } from '../../codec/cid/hashers.ts'
import { attempt } from '../../errors.ts'
import { byteSize, converted, flag, oneOf, safeNumber, textThat } from '../../settings/kind.ts'
import { type Section, type SettingsFor, setting } from '../../settings/setting.ts'
import { parseChunker } from '../../unixfs/chunk/chunker.ts'
import type { DagDefaults } from '../../unixfs/dag/dag-shape.ts'

/** More could give a directory block that peers do not exchange. */
const MAX_THRESHOLD_BYTES = 1024 * 1024

const FANOUTS = ['8', '16', '32', '64', '128', '256', '512', '1024'] as const

/** How added content is encoded where a call does not say. */
export const importingSection = {
  // Half of a combination would give CIDs that no other node gives.
  onFault: 'unset-section',
  logScope: 'config',
  settings: {
    cidVersion: setting({
      name: 'Import.CidVersion',
      variable: 'IMPORT_CID_VERSION',
      type: safeNumber({ from: 0n, to: 1n }),
      default: undefined,
      shown: '0, or 1 when an option needs it',
      needsRestart: true,
      about: 'CID version of `add`, 0 or 1; `files/…` keeps the version of the directory above',
    }),
    rawLeaves: setting({
      name: 'Import.UnixFSRawLeaves',
      variable: 'IMPORT_RAW_LEAVES',
      type: flag,
      default: undefined,
      shown: '`true` from CID version 1 on',
      needsRestart: true,
      about: '`true` stores the bytes of files as raw blocks',
    }),
    chunker: setting({
      name: 'Import.UnixFSChunker',
      variable: 'IMPORT_CHUNKER',
      type: textThat((text) => attempt(() => parseChunker(text)) !== undefined, {
        what: 'a chunker',
        example: 'size-262144',
      }),
      default: undefined,
      shown: 'size-262144',
      needsRestart: true,
      about: 'how files are divided: `size-<bytes>`, `rabin-<min>-<avg>-<max>` or `buzhash`',
    }),
    hash: setting({
      name: 'Import.HashFunction',
      variable: 'IMPORT_HASH',
      type: textThat((name) => hasherFor(name.toLowerCase()) !== undefined, {
        what: 'a hash function of this node',
        example: 'blake3',
      }),
      default: undefined,
      shown: 'sha2-256',
      needsRestart: true,
      about: 'hash function of `add`; another than `sha2-256` needs CID version 1',
    }),
    maxFileLinks: setting({
      name: 'Import.UnixFSFileMaxLinks',
      variable: 'IMPORT_FILE_MAX_LINKS',
      type: safeNumber({ from: 2n, to: 65_536n, unit: 'links' }),
      default: undefined,
      shown: '174',
      needsRestart: true,
      about: 'links of the widest node of a file, 2 to 65536',
    }),
    maxDirectoryLinks: setting({
      name: 'Import.UnixFSDirectoryMaxLinks',
      variable: 'IMPORT_DIRECTORY_MAX_LINKS',
      type: safeNumber({ from: 0n, to: 1_000_000n, unit: 'links' }),
      default: undefined,
      shown: '0',
      needsRestart: true,
      about: 'entries above which a directory is sharded whatever its size; `0` for any number',
    }),
    maxHamtFanout: setting({
      name: 'Import.UnixFSHAMTDirectoryMaxFanout',
      variable: 'IMPORT_HAMT_FANOUT',
      type: converted(oneOf(FANOUTS, 'not a power of two from 8 to 1024'), Number, { form: 'number' }),
      default: undefined,
      shown: '256',
      needsRestart: true,
      about: 'slots of each shard of a directory, a power of two from 8 to 1024',
    }),
    shardThresholdBytes: setting({
      name: 'Import.UnixFSHAMTDirectorySizeThreshold',
      variable: 'IMPORT_HAMT_THRESHOLD',
      type: byteSize({ from: 1, to: MAX_THRESHOLD_BYTES, shown: 'from 1B to 1MiB' }),
      default: undefined,
      shown: '256KiB',
      needsRestart: true,
      about:
        'size above which a directory is sharded, from `1B`, which shards each that is not empty, to `1MiB`',
    }),
    sizeEstimate: setting({
      name: 'Import.UnixFSHAMTDirectorySizeEstimation',
      variable: 'IMPORT_HAMT_ESTIMATION',
      type: oneOf(['links', 'block'], 'neither "links" nor "block"'),
      default: undefined,
      shown: 'links',
      needsRestart: true,
      about: 'how that size is estimated: `links` by names and CIDs, `block` by the encoded directory',
    }),
  } satisfies SettingsFor<Omit<DagDefaults, 'profile' | 'alwaysShard'>>,
} as const satisfies Section
