import { anyText, safeNumber } from '../../settings/kind.ts'
import { type Section, setting } from '../../settings/setting.ts'

const MIB_BYTES = 1024 * 1024

/** Settings of `npm start` itself, which apply before there is a node. */
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
      type: anyText,
      default: '127.0.0.1',
      shown: '`127.0.0.1`',
      needsRestart: true,
      about:
        'address of `npm start`: any of 127.0.0.0/8, `::1` or `localhost`; an address that others can reach requires tokens',
    }),
    dataFolder: setting({
      name: 'Local.Data',
      variable: 'TIDEPOOL_DATA',
      type: anyText,
      default: '.tidepool',
      shown: '`.tidepool`',
      needsRestart: true,
      about: 'folder in which `npm start` keeps its data',
    }),
    diskReserveBytes: setting({
      name: 'Local.DiskReserve',
      variable: 'DISK_RESERVE_MIB',
      type: safeNumber({ from: 0n, to: 9_999_999n, unit: 'MiB', maxDigits: 7, times: MIB_BYTES }),
      default: 16 * MIB_BYTES,
      shown: '`16`',
      needsRestart: true,
      about: 'MiB of the disk below `TIDEPOOL_DATA` that `npm start` keeps free: only removals may use them',
    }),
  },
} as const satisfies Section
