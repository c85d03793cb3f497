import { RpcError } from '../../../src/rpc/client.ts'
import { call } from '../call.ts'

/** A key of the node, with what is published under it. */
export interface OwnName {
  /** The local name of its key. */
  readonly keyName: string
  /** The name of the network: the peer id of the key, in base36. */
  readonly id: string
  /** The path that is published. Absent for none. */
  readonly path?: string
  /** True for the key of the node itself. */
  readonly isNode: boolean
}

/** More are counted, and not shown. */
const MAX_NAMES = 100

export interface OwnNames {
  readonly names: readonly OwnName[]
  readonly total: number
}

/** The names of the node, its own first, and what it knows to be published under each. Asks no peer. */
export async function readNames(): Promise<OwnNames> {
  const { Keys } = await call('key/list')
  const names = await Promise.all(
    Keys.slice(0, MAX_NAMES).map(async ({ Name, Id }) => {
      const path = await publishedPath(Id)
      return { keyName: Name, id: Id, isNode: Name === 'self', ...(path !== undefined && { path }) }
    }),
  )
  return { names, total: Keys.length }
}

async function publishedPath(id: string): Promise<string | undefined> {
  try {
    const options = { recursive: false, offline: true }
    return (await call('name/resolve', { args: { name: id }, options })).Path
  } catch (error) {
    if (error instanceof RpcError) return undefined
    throw error
  }
}
