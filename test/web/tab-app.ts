import { createTabNode, type TabNodeOptions } from '../../web/host/tab.ts'

/** A node in this tab, and the way to call it without the network or the service worker. */
export async function tabApp(options: TabNodeOptions = {}) {
  const node = await createTabNode(options)
  const send = (path: string, init: RequestInit = {}) => node.fetch(path, { method: 'POST', ...init })
  return { node, send }
}

/** A request body with one file. */
export function oneFile(name: string, ...content: readonly BlobPart[]): FormData {
  const form = new FormData()
  form.append('file', new Blob([...content]), encodeURIComponent(name))
  return form
}

/** The CID of the last line that `add` answers. */
export async function rootOf(response: Response): Promise<string> {
  const text = await response.text()
  const last: { readonly Hash?: string } = JSON.parse(text.trim().split('\n').at(-1) ?? '{}')
  if (last.Hash === undefined) throw new Error(`add answered ${response.status}: ${text}`)
  return last.Hash
}
