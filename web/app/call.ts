import type { Call } from '../../src/rpc/client.ts'
import { callOn, fetchFrom } from './node/node-client.ts'
import { thisNode } from './node/this-node.ts'

const client: Promise<(...input: readonly never[]) => Promise<unknown>> = thisNode().then(callOn)

/**
 * Calls the API of the node on which this document acts. Read a reply of lines or bytes inside {@link keepingAlive}.
 * Throws the errors of {@link createClient} and {@link fetchFrom}.
 */
export const call = (async (...input: readonly never[]) => (await client)(...input)) as Call

/** Sends a request to the node on which this document acts, such as one of the calendar. Throws as {@link fetchFrom}. */
export async function fetchHere(path: string, init?: RequestInit): Promise<Response> {
  return fetchFrom(await thisNode(), path, init)
}
