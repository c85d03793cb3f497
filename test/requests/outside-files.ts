import { afterAll, inject } from 'vitest'
import { callKeys as call } from './keys.ts'

/** 600,000 bytes: three leaves, none like another. */
export const CONTENT = new TextEncoder().encode('abcdefg'.repeat(85_715)).slice(0, 600_000)

/** What the reference implementation makes of {@link CONTENT} with raw leaves. */
export const CONTENT_ROOT = 'QmNSp9fUKU1hgywrNEeDPHmRyuvT4y6JxhWmYTXwjZRH98'
export const CONTENT_LEAVES = [
  'bafkreidvha3mpxvmjp75o4n2xbhedlcz7dqajj25smmbydm3tvwg7uwtv4',
  'bafkreiatbxjwqwucx4erof5q2pzerso7xanjdphnrh53lvj5gnizsneaxm',
  'bafkreigevqbn3je64okq6jj47bu65xcwvkgopwyewmqsnx7bva2vibsl3a',
] as const

/** The address of a file of the server outside; `way` is how it serves it. */
export function outsideUrl(name: string, way = 'ranged'): string {
  return `${inject('outsideUrl')}/files/${way}/${name}`
}

/** Puts a file there, or takes it away. */
export async function putOutside(name: string, bytes: Uint8Array<ArrayBuffer> | undefined): Promise<void> {
  const body = bytes && new Blob([bytes])
  await fetch(outsideUrl(name), { method: body ? 'PUT' : 'DELETE', ...(body && { body }) })
}

export interface FilestoreEntry {
  readonly Status: number
  readonly ErrorMsg: string
  readonly Key: { readonly '/': string } | null
  readonly FilePath: string
  readonly Offset: number
  readonly Size: number
}

/** The lines of `filestore/<command>` whose file is `location`, or all of them. */
export async function filestoreLines(
  command: string,
  query: Readonly<Record<string, string | readonly string[]>> = {},
  location?: string,
): Promise<readonly FilestoreEntry[]> {
  const text = await (await call(`filestore/${command}`, query)).text()
  const lines: FilestoreEntry[] = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  return location === undefined ? lines : lines.filter(({ FilePath }) => FilePath === location)
}

/** Removes pins of these roots, and every reference, once the file has run: other files share the node. */
export function removeReferencesAtEnd(roots: readonly string[]): void {
  afterAll(async () => {
    for (const arg of roots) await call('pin/rm', { arg })
    const held = await filestoreLines('ls')
    const arg = [...roots, ...held.flatMap(({ Key }) => (Key ? [Key['/']] : []))]
    await (await call('block/rm', { arg, force: 'true' })).text()
  })
}
