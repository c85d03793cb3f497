import { DurableObject } from 'cloudflare:workers'

interface BareEnv {
  readonly NODE: DurableObjectNamespace<BareObject>
}

/** What `id` answers, in size and form. */
const IDENTITY = JSON.stringify({
  ID: '12D3KooWD3eckifWpRn9wQpMG9R9hX3sD158z7EqHWmweQAJU5SA',
  PublicKey: 'CAESIC8t0BUL6hbNkVVPVnYZ3wm6yMPGqE5CqhHC3ChHdBHb',
  Addresses: ['/ip4/127.0.0.1/tcp/5001/ws/p2p/12D3KooWD3eckifWpRn9wQpMG9R9hX3sD158z7EqHWmweQAJU5SA'],
  AgentVersion: 'bare/0.0.0',
  ProtocolVersion: 'ipfs/0.1.0',
  Protocols: [],
})

const [CR, LF] = [0x0d, 0x0a]

/**
 * The floor of a small call on this runtime: a Worker that passes each request to its object, and an object that does
 * nothing but hash a block and store it in one row, or read it. It checks nothing.
 */
export class BareObject extends DurableObject<BareEnv> {
  readonly #sql: SqlStorage

  constructor(state: DurableObjectState, env: BareEnv) {
    super(state, env)
    this.#sql = state.storage.sql
    this.#sql.exec('CREATE TABLE IF NOT EXISTS blocks (key TEXT PRIMARY KEY, bytes BLOB NOT NULL)')
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    if (pathname.endsWith('/block/put')) return this.#put(await request.arrayBuffer())
    if (pathname.endsWith('/block/get')) return this.#get(search.slice('?arg='.length))
    return json(IDENTITY)
  }

  async #put(form: ArrayBuffer): Promise<Response> {
    const bytes = partOf(form)
    const key = hex(await crypto.subtle.digest('SHA-256', bytes))
    this.#sql.exec('INSERT OR IGNORE INTO blocks VALUES (?, ?)', key, bytes)
    return json(JSON.stringify({ Key: key, Size: bytes.byteLength }))
  }

  #get(key: string): Response {
    const [row] = this.#sql
      .exec<{ bytes: ArrayBuffer }>('SELECT bytes FROM blocks WHERE key = ?', key)
      .toArray()
    return new Response(row?.bytes, { status: row ? 200 : 404 })
  }
}

export default {
  fetch: (request, { NODE }) => NODE.get(NODE.idFromName('main')).fetch(request),
} satisfies ExportedHandler<BareEnv>

/** The content of the only part of a form. */
function partOf(form: ArrayBuffer): ArrayBuffer {
  const bytes = new Uint8Array(form)
  const delimiter = bytes.indexOf(CR)
  let at = delimiter
  while (!(bytes[at] === CR && bytes[at + 1] === LF && bytes[at + 2] === CR && bytes[at + 3] === LF)) at += 1
  // A line break, the delimiter, two dashes and a line break end the form.
  return form.slice(at + 4, form.byteLength - (delimiter + 6))
}

function hex(digest: ArrayBuffer): string {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function json(text: string): Response {
  return new Response(text, { headers: { 'Content-Type': 'application/json' } })
}
