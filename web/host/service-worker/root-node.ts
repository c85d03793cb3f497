import { CHOICE_CHANNEL, type NodeName, readChoice } from '../node-choice.ts'

let read: Promise<NodeName> | undefined

// For the whole life of the worker: another tab may choose at any time. A stopped worker reads the choice again.
new BroadcastChannel(CHOICE_CHANNEL).onmessage = forget
addEventListener('message', ({ data, ports: [port] }: MessageEvent) => {
  if (data !== CHOICE_CHANNEL) return
  forget()
  port?.postMessage(undefined)
})

function forget(): void {
  read = undefined
}

/** The node that answers at the root of this origin. The browser's, unless a visitor of the page chose another. */
export function rootNode(): Promise<NodeName> {
  read ??= readChoice().then(({ chosen = 'browser' }) => chosen)
  return read
}
