import { afterAll } from 'vitest'
import { send } from '#host'
import type { SendInit } from '../hosts/host.ts'
import { takeCalls } from '../hosts/recorded-calls.ts'

export interface KeyInfo {
  readonly Name: string
  readonly Id: string
}

/** Calls a command below `/api/v0/`; query values are escaped. */
export function callKeys(
  path: string,
  query: Readonly<Record<string, string | readonly string[]>> = {},
  init: SendInit = {},
): Promise<Response> {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}=${encodeURIComponent(value)}`),
  )
  return send(`/api/v0/${path}?${pairs.join('&')}`, { method: 'POST', ...init })
}

/** Removes the keys whose names begin with `prefix` once the file has run: other files share the node. */
export function removeKeysAtEnd(prefix: string): void {
  afterAll(async () => {
    const names = (await listKeys()).map(({ Name }) => Name).filter((name) => name.startsWith(prefix))
    if (names.length > 0) await callKeys('key/rm', { arg: names })
    // Cleaning up proves nothing, also where tests of the file follow, which depends on their order.
    takeCalls()
  })
}

export async function listKeys(query: Readonly<Record<string, string>> = {}): Promise<readonly KeyInfo[]> {
  const { Keys } = (await (await callKeys('key/list', query)).json()) as { Keys: readonly KeyInfo[] }
  return Keys
}

/** Status and text of the error that a call answers. */
export async function errorOf(response: Promise<Response>): Promise<readonly [number, string]> {
  const { status, ...answer } = await response.then(async (answered) => ({
    status: answered.status,
    text: await answered.text(),
  }))
  return [status, answer.text]
}

/** What {@link errorOf} gives for an error of a running command. */
export function failure(message: string): readonly [number, string] {
  const json = JSON.stringify({ Message: message, Code: 0, Type: 'error' })
  return [500, `${json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026')}\n`]
}
