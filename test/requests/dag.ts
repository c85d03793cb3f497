import { send } from '#host'
import { lines } from './add.ts'
import { file, form } from './form.ts'

/** The CIDs of one `/api/v0/dag/put`, a part each. Throws the body of any other answer. */
export async function dagPut(
  query: string,
  ...contents: readonly (string | Uint8Array)[]
): Promise<string[]> {
  const parts = contents.map((content) => file('data', content))
  const text = await answer(await send(`/api/v0/dag/put?${query}`, form(...parts)))
  return lines<{ readonly Cid: { readonly '/': string } }>(text).map(({ Cid }) => Cid['/'])
}

/** What `/api/v0/dag/get` prints. */
export async function dagGet(path: string, query = ''): Promise<string> {
  return answer(await post(`dag/get?arg=${encodeURIComponent(path)}&${query}`))
}

/** One line of `/api/v0/dag/import`'s answer. */
export interface ImportLine {
  readonly Root?: { readonly Cid: { readonly '/': string }; readonly PinErrorMsg: string }
  readonly Stats?: { readonly BlockCount: number; readonly BlockBytesCount: number }
  readonly Message?: string
}

export async function dagImport(query: string, ...cars: readonly Uint8Array[]): Promise<ImportLine[]> {
  const parts = cars.map((car, at) => file(`${at}.car`, car))
  return lines(await answer(await send(`/api/v0/dag/import?${query}`, form(...parts))))
}

/** A call without a body. */
export function post(pathAndQuery: string): Promise<Response> {
  return send(`/api/v0/${pathAndQuery}`, { method: 'POST' })
}

/** The bytes of `/api/v0/block/get`. */
export async function blockBytes(cid: string): Promise<Uint8Array> {
  return new Uint8Array(await (await post(`block/get?arg=${cid}`)).arrayBuffer())
}

async function answer(response: Response): Promise<string> {
  const text = await response.text()
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${text}`)
  return text
}
