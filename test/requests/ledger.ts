import { send } from '#host'

/** The rollapps of the suite that compares roots: no other writer of the ledger leaves anything pending. */
export const ONE = 'suite_900001-1'
export const TWO = 'suite_900002-1'

/** The rollapp of the suite of bad input. */
export const THREE = 'suite_900003-1'

/** The rollapp of the suite of watches. */
export const FOUR = 'suite_900004-1'

/** Calls a command of the ledger. */
export const post = (path: string, init: Parameters<typeof send>[1] = {}) =>
  send(`/api/v0/ledger/${path}`, { method: 'POST', ...init })

/** What the answers of several commands hold. */
interface Answer {
  readonly Root: { readonly '/': string }
  readonly Cid: { readonly '/': string }
  readonly Height: string
  readonly Total: string
  readonly NextKey?: string
  readonly Updates: readonly { readonly Summary: { readonly stateInfoIndex: { readonly index: string } } }[]
  readonly Rollapps: readonly unknown[]
}

/** The JSON of an answer that must be good. */
export async function answer(response: Promise<Response>): Promise<Answer> {
  const { status, ok } = await response
  const text = await (await response).text()
  if (!ok) throw new Error(`${status}: ${text}`)
  return JSON.parse(text)
}

/** The JSON texts of an answer in lines. */
export async function lines(response: Promise<Response>): Promise<unknown[]> {
  const text = await (await response).text()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** The newest root, and the ledger's height there. */
export async function headOf(): Promise<{ readonly root: string; readonly height: bigint }> {
  const { Root, Height } = await answer(post('params'))
  return { root: Root['/'], height: BigInt(Height) }
}
