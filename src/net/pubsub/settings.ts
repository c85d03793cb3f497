/** What the owner says about messages among peers. */
export interface PubsubSettings {
  /** False refuses every command of pubsub. */
  readonly isPubsubEnabled: boolean
}
