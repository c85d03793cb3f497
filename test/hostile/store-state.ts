import type { Send } from '../hosts/host.ts'

/** What refused requests must leave as it was. */
export async function storeState(send: Send): Promise<unknown> {
  const ask = async (path: string) => (await send(`/api/v0/${path}`, { method: 'POST' })).json()
  const { NumObjects, RepoSize }: { NumObjects: number; RepoSize: number } = await ask('repo/stat')
  return {
    NumObjects,
    RepoSize,
    pins: await ask('pin/ls?type=recursive'),
    direct: await ask('pin/ls?type=direct'),
  }
}
