/**
 * Creates a gate that lets one caller through in each turn of the event loop, in the order of their calls. An event
 * that has arrived is handled between two of them.
 */
export function oneATurn(): () => Promise<void> {
  const waiting: (() => void)[] = []
  const turns = new MessageChannel()
  turns.port1.onmessage = () => {
    waiting.shift()?.()
    if (waiting.length > 0) turns.port2.postMessage(undefined)
  }
  return () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    if (waiting.length === 1) turns.port2.postMessage(undefined)
    return promise
  }
}
