import { converted, oneOf } from '../settings/kind.ts'
import { origins } from '../settings/list-kinds.ts'
import { listSetting, type Section, type SettingsOf, setting } from '../settings/setting.ts'
import type { VerifyReads } from './source.ts'

/** Which reads are verified, and which hosts replace corrupt blocks. */
export const blocksSection = {
  onFault: 'unset-section',
  logScope: 'blocks',
  settings: {
    verifyReads: setting({
      name: 'Blocks.VerifyReads',
      variable: 'VERIFY_READS',
      type: converted(
        oneOf(['on', 'off'], 'neither "on" nor "off"'),
        (word): VerifyReads => (word === 'off' ? 'nodes' : 'all'),
      ),
      default: 'all',
      shown: '`on`',
      needsRestart: true,
      about:
        '`off` serves large raw leaves, of 16 KiB and more, without verifying them; everything else is verified against its CID at every read',
    }),
    healGateways: listSetting({
      name: 'Blocks.HealHosts',
      variable: 'HEAL_HOSTS',
      type: origins,
      needsRestart: true,
      about:
        'hosts of trustless gateways from which `repo/verify?heal=true` reads the right bytes of corrupt blocks, such as `ipfs.example.org`, over HTTPS, with commas between them',
    }),
    fetchGateways: listSetting({
      name: 'Blocks.FetchHosts',
      variable: 'FETCH_HOSTS',
      type: origins,
      needsRestart: true,
      about:
        'hosts of trustless gateways that are asked for [blocks](network.md#peers) which neither this node nor its peers have, such as `ipfs.example.org`, over HTTPS, with commas between them; each block is verified',
    }),
  },
} as const satisfies Section

export type BlockSettings = SettingsOf<typeof blocksSection>
