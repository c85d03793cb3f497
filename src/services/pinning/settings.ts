import { byteSize, safeNumber } from '../../settings/kind.ts'
import { defaultsOf, type Section, type SettingsOf, setting } from '../../settings/setting.ts'

/** A row for each pin is listed and counted in one request. */
const MAX_PINS = 1_000_000
const MAX_BYTES = 2 ** 50
const SIZE = byteSize({ from: 1, to: MAX_BYTES, shown: 'such as "512MiB" or "20GiB"' })

/** Limits for users of the pinning service. Their tokens decide who they are. */
export const pinServiceSection = {
  onFault: 'unset',
  logScope: 'pins',
  settings: {
    maxPins: setting({
      name: 'PinningService.MaxPins',
      variable: 'PIN_SERVICE_MAX_PINS',
      type: safeNumber({ from: 0n, to: BigInt(MAX_PINS) }),
      default: 10_000,
      shown: '`10000`',
      needsRestart: true,
      about: 'pins that one token may have at the [pinning service](network.md#pinning-for-others)',
    }),
    maxBytes: setting({
      name: 'PinningService.MaxBytes',
      variable: 'PIN_SERVICE_MAX_BYTES',
      type: SIZE,
      default: 1024 ** 3,
      shown: '`1GiB`',
      needsRestart: true,
      about: 'size of the content that the pins of one token may keep, such as `20GiB`',
    }),
    maxUploadBytes: setting({
      name: 'PinningService.MaxUploadBytes',
      variable: 'PIN_SERVICE_MAX_UPLOAD',
      type: SIZE,
      default: 1024 ** 3,
      shown: '`1GiB`',
      needsRestart: true,
      about: 'size of a CAR that a user of the pinning service may send',
    }),
  },
} as const satisfies Section

/** Limits for a user of the pinning service. A block counts in every pin that contains it. */
export interface PinServiceSettings extends SettingsOf<typeof pinServiceSection> {
  /** True where users may make the node connect to private addresses, because they can reach these themselves. */
  readonly dialsPrivate: boolean
}

export const DEFAULT_PIN_SERVICE_SETTINGS: PinServiceSettings = {
  ...defaultsOf(pinServiceSection),
  dialsPrivate: false,
}
