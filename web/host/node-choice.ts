import { get, promisifyRequest, type UseStore, update } from 'idb-keyval'

/** The conditions of a node for calls of this page. Both are absent for a node that is open to this page. */
export interface NodeAccess {
  /** Token of the RPC API. */
  readonly token?: string
  /** `login:secret` of a user of its calendar. */
  readonly calendarUser?: string
}

/** A node on which the page can act: the server of the page, the one in this browser, or another by its origin. */
export type ChosenNode =
  | { readonly kind: 'browser' }
  | ({ readonly kind: 'server' } & NodeAccess)
  | ({ readonly kind: 'other'; readonly url: string } & NodeAccess)

/** `server`, `browser`, or the origin of another node. */
export type NodeName = 'server' | 'browser' | (string & {})

/** Which node an origin shows, and how it reaches the nodes that it knows. One value for all tabs and the worker. */
export interface NodeChoice {
  /** Absent until the page has been opened. The browser's node answers then. */
  readonly chosen?: NodeName
  /** By name. Each origin in it is a node that the visitor has added. */
  readonly access: Readonly<Record<string, NodeAccess>>
}

/** The `BroadcastChannel` that notifies all tabs and the worker of a change. Its messages have no content. */
export const CHOICE_CHANNEL = 'tidepool:node-choice'

/**
 * Header of the calls of the page: `server` or `browser`, whatever node answers at the root. The worker leaves calls
 * for the server to the network, and answers those for the browser, as workers of earlier versions do. Another site
 * cannot send it to this origin without a preflight.
 */
export const NODE_HEADER = 'X-Tidepool-Node'

const NAME = 'tidepool/nodes'
const KEY = 'choice'
const NONE: NodeChoice = { access: {} }

/** Opened for each use: a connection that stays open would block a visitor who deletes the data of this origin. */
const store: UseStore = async (mode, act) => {
  const request = indexedDB.open(NAME)
  request.onupgradeneeded = () => request.result.createObjectStore(NAME)
  const database = await promisifyRequest(request)
  try {
    return await act(database.transaction(NAME, mode).objectStore(NAME))
  } finally {
    database.close()
  }
}

/** Reads the choice. Nothing is chosen where the browser does not let this origin store anything. */
export async function readChoice(): Promise<NodeChoice> {
  try {
    return (await get<NodeChoice>(KEY, store)) ?? NONE
  } catch {
    return NONE
  }
}

/**
 * Changes the choice atomically, then notifies the worker, and then all tabs: what they request when they open anew
 * must not be answered by the node before. Throws the errors of IndexedDB.
 */
export async function changeChoice(change: (choice: NodeChoice) => NodeChoice): Promise<void> {
  await update<NodeChoice>(KEY, (held = NONE) => change(held), store)
  await tellWorker()
  const channel = new BroadcastChannel(CHOICE_CHANNEL)
  channel.postMessage(undefined)
  channel.close()
}

/** How long a worker may take to confirm. One of an earlier version never does. */
const PATIENCE_MS = 1_000

/** Resolves once the worker of this page has forgotten the choice before. */
async function tellWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration?.active) return
  const { port1, port2 } = new MessageChannel()
  const { promise, resolve } = Promise.withResolvers<void>()
  port1.onmessage = () => resolve()
  const late = setTimeout(resolve, PATIENCE_MS)
  registration.active.postMessage(CHOICE_CHANNEL, [port2])
  await promise
  clearTimeout(late)
  port1.close()
}
