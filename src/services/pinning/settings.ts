/** What a user of the pinning service may use, decided by the owner. */
export interface PinServiceLimits {
  /** Maximum number of pins of one token. */
  readonly maxPins: number
  /** Maximum number of bytes that the pins of one token keep. A block counts in every pin that contains it. */
  readonly maxBytes: number
  /** Maximum size of an uploaded CAR in bytes. */
  readonly maxUploadBytes: number
}

export interface PinServiceSettings extends PinServiceLimits {
  /** True where users may make the node connect to private addresses, because they can reach these themselves. */
  readonly dialsPrivate: boolean
}

export const DEFAULT_PIN_SERVICE_SETTINGS: PinServiceSettings = {
  maxPins: 10_000,
  maxBytes: 1024 ** 3,
  maxUploadBytes: 1024 ** 3,
  dialsPrivate: false,
}
