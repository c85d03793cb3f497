/**
 * Defines the `BroadcastChannel` that libp2p's peer store creates for its locks, and that this runtime lacks. One
 * object uses the store, so that no message has another receiver.
 */
export function defineBroadcastChannel(): void {
  if ('BroadcastChannel' in globalThis) return
  class SilentChannel extends EventTarget {
    readonly name: string
    constructor(name: string) {
      super()
      this.name = name
    }
    postMessage(): void {}
    close(): void {}
  }
  Object.assign(globalThis, { BroadcastChannel: SilentChannel })
}
