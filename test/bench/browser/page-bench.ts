/** How the bytes of a file are handed over: two streams differ in their pieces. */
export type InputForm = 'stream' | 'large-pieces' | 'blob' | 'array'

/** A node in a page, as these benchmarks use it. Both are given what makes the same CIDs. */
export interface PageNode {
  /** Adds one file, with chunks of so many bytes, and resolves to its CID. */
  add(content: AsyncIterable<Uint8Array> | Uint8Array, chunkBytes: number): Promise<string>
  /** Adds many small files into one folder, and resolves to their CIDs. */
  addFolder(files: readonly Uint8Array[]): Promise<readonly string[]>
  read(cid: string): AsyncIterable<Uint8Array>
}

export interface AddFigures {
  readonly cids: readonly string[]
  readonly tookMs: number
}

/** What the driver calls in a page. */
export interface PageBench {
  /** Milliseconds from nothing to a node that can be used. */
  open(): Promise<number>
  addFile(options: { sizeBytes: number; chunkBytes: number; form: InputForm }): Promise<AddFigures>
  addFiles(options: { count: number; sizeBytes: number }): Promise<AddFigures>
  /** Reads all of them, one after the other, and resolves to milliseconds. Rejects when bytes are missing. */
  read(what: { cids: readonly string[]; sizeBytes: number }): Promise<number>
  /** What the browser counts for this origin, in bytes. */
  usageBytes(): Promise<number>
}

declare global {
  var pageBench: PageBench
}

/** As network streams deliver them, and as those who read files cut them. */
const PIECE_BYTES = { stream: 64 * 1024, 'large-pieces': 1024 * 1024 } as const

/** Puts the benchmarks of one kind of node where the driver finds them. */
export function offerBench(openNode: () => Promise<PageNode>): void {
  let node: PageNode | undefined
  const opened = async () => {
    node ??= await openNode()
    return node
  }
  globalThis.pageBench = {
    open: () => timed(opened),
    async addFile({ sizeBytes, chunkBytes, form }) {
      const [bytes, open] = [randomBytes(sizeBytes), await opened()]
      const content = contentOf(bytes, form)
      let cid = ''
      const tookMs = await timed(async () => {
        cid = await open.add(content, chunkBytes)
      })
      return { cids: [cid], tookMs }
    },
    async addFiles({ count, sizeBytes }) {
      const files = Array.from({ length: count }, () => randomBytes(sizeBytes))
      const open = await opened()
      let cids: readonly string[] = []
      const tookMs = await timed(async () => {
        cids = await open.addFolder(files)
      })
      return { cids, tookMs }
    },
    async read({ cids, sizeBytes }) {
      const open = await opened()
      let readBytes = 0
      const tookMs = await timed(async () => {
        for (const cid of cids) for await (const piece of open.read(cid)) readBytes += piece.byteLength
      })
      if (readBytes !== sizeBytes) throw new Error(`read ${readBytes} bytes, not ${sizeBytes}`)
      return tookMs
    },
    usageBytes: async () => (await navigator.storage.estimate()).usage ?? 0,
  }
}

function contentOf(bytes: Uint8Array<ArrayBuffer>, form: InputForm) {
  if (form === 'array') return bytes
  return form === 'blob' ? streamed(new Blob([bytes])) : pieces(bytes, PIECE_BYTES[form])
}

/** Each piece has a buffer of its own, and is made when it is asked for. */
async function* pieces(bytes: Uint8Array, pieceBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) yield bytes.slice(at, at + pieceBytes)
}

async function* streamed(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

function randomBytes(sizeBytes: number): Uint8Array<ArrayBuffer> {
  const most = 65_536
  const bytes = new Uint8Array(sizeBytes)
  for (let at = 0; at < sizeBytes; at += most) crypto.getRandomValues(bytes.subarray(at, at + most))
  return bytes
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await task()
  return performance.now() - start
}
