import { DEFAULT_PIN_SERVICE_SETTINGS, type PinServiceLimits } from '../../services/pinning/settings.ts'
import { byteSize, type Section, type SettingsFor, safeNumber, setting } from '../setting.ts'

/** A row for each pin is listed and counted in one request. */
const MAX_PINS = 1_000_000
const MAX_BYTES = 2 ** 50
const SIZE = byteSize({ from: 1, to: MAX_BYTES, shown: 'such as "512MiB" or "20GiB"' })

const { maxPins, maxBytes, maxUploadBytes } = DEFAULT_PIN_SERVICE_SETTINGS

/** What users of the pinning service may use. Who they are is decided by their tokens. */
export const pinServiceSection = {
  onFault: 'unset',
  logScope: 'pins',
  settings: {
    maxPins: setting({
      name: 'PinningService.MaxPins',
      variable: 'PIN_SERVICE_MAX_PINS',
      type: safeNumber({ from: 0n, to: BigInt(MAX_PINS) }),
      default: maxPins,
      shown: '`10000`',
      needsRestart: true,
      form: 'number',
      about: 'pins that one token may have at the [pinning service](network.md#pinning-for-others)',
    }),
    maxBytes: setting({
      name: 'PinningService.MaxBytes',
      variable: 'PIN_SERVICE_MAX_BYTES',
      type: SIZE,
      default: maxBytes,
      shown: '`1GiB`',
      needsRestart: true,
      about: 'size of the content that the pins of one token may keep, such as `20GiB`',
    }),
    maxUploadBytes: setting({
      name: 'PinningService.MaxUploadBytes',
      variable: 'PIN_SERVICE_MAX_UPLOAD',
      type: SIZE,
      default: maxUploadBytes,
      shown: '`1GiB`',
      needsRestart: true,
      about: 'size of a CAR that a user of the pinning service may send',
    }),
  } satisfies SettingsFor<PinServiceLimits>,
} as const satisfies Section
