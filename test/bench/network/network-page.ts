/** A node in a page that is connected to peers, as these benchmarks use it. */
export interface NetworkNode {
  /** Connects to an address with a peer id. */
  connect(address: string): Promise<void>
  /** Closes all connections. */
  disconnect(): Promise<void>
  /** Where other browsers dial this page. `undefined` until it is reached through a relay. */
  browserAddress(): Promise<string | undefined>
  /** Stores one file in chunks of 256 KiB, and resolves to its CID. */
  add(content: Uint8Array<ArrayBuffer>): Promise<string>
  /** Bytes of a file, fetched from peers. */
  read(cid: string): Promise<ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>>
  /** Sends so many bytes to each peer that opens a raw stream. */
  serveRaw?(sizeBytes: number): Promise<void>
  /** Bytes that the peer at an address sends on a raw stream. */
  readRaw?(address: string): Promise<AsyncIterable<Uint8Array>>
}

export interface ReadFigures {
  readonly firstByteMs: number
  readonly tookMs: number
}

/** What the driver calls in a page. */
export interface NetworkBench {
  connect(address: string): Promise<void>
  disconnect(): Promise<void>
  browserAddress(): Promise<string | undefined>
  /** Stores a random file. */
  add(sizeBytes: number): Promise<string>
  /** Rejects when bytes are missing. */
  read(what: { readonly cid: string; readonly sizeBytes: number }): Promise<ReadFigures>
  serveRaw(sizeBytes: number): Promise<void>
  readRaw(what: { readonly address: string; readonly sizeBytes: number }): Promise<ReadFigures>
}

declare global {
  var networkBench: NetworkBench
}

const MOST_RANDOM_BYTES = 65_536

/** Puts the benchmarks of one kind of node where the driver finds them. */
export function offerNetworkBench(node: NetworkNode): void {
  globalThis.networkBench = {
    connect: (address) => node.connect(address),
    disconnect: () => node.disconnect(),
    browserAddress: () => node.browserAddress(),
    add(sizeBytes) {
      const content = new Uint8Array(sizeBytes)
      for (let at = 0; at < sizeBytes; at += MOST_RANDOM_BYTES) {
        crypto.getRandomValues(content.subarray(at, at + MOST_RANDOM_BYTES))
      }
      return node.add(content)
    },
    read: ({ cid, sizeBytes }) => counted(() => node.read(cid), sizeBytes),
    async serveRaw(sizeBytes) {
      await node.serveRaw?.(sizeBytes)
    },
    readRaw({ address, sizeBytes }) {
      if (!node.readRaw) throw new TypeError('This node has no raw streams')
      return counted(() => node.readRaw?.(address) ?? Promise.reject(), sizeBytes)
    },
  }
}

async function counted(
  open: () => Promise<ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>>,
  sizeBytes: number,
): Promise<ReadFigures> {
  const start = performance.now()
  let firstByteMs = 0
  let readBytes = 0
  const opened = await open()
  for await (const { byteLength } of opened as AsyncIterable<Uint8Array>) {
    if (readBytes === 0) firstByteMs = performance.now() - start
    readBytes += byteLength
    if (readBytes >= sizeBytes) break
  }
  if (readBytes !== sizeBytes) throw new Error(`read ${readBytes} bytes, not ${sizeBytes}`)
  return { firstByteMs, tookMs: performance.now() - start }
}
