/** What the owner says about messages among peers. */
export interface PubsubSettings {
  /** False refuses every command of pubsub. */
  readonly isPubsubEnabled: boolean
  /** True sends records of own names by messages, and follows names that were asked for. */
  readonly areNamesSent: boolean
}
