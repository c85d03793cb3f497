import { expect } from 'vitest'

/** What right content has in each line, and its replacement where storage is corrupt. */
export const RIGHT = 'compresses well'
export const WRONG = 'compresses ill!'

/** Text of lines that have {@link RIGHT} in them. */
export function numberedLines(name: string, sizeBytes: number): string {
  let text = ''
  for (let line = 0; text.length < sizeBytes; line += 1)
    text += `${name} line ${line >> 7} of a file that ${RIGHT}\n`
  return text.slice(0, sizeBytes)
}

/**
 * Asks for a file by every route that hands out content: none may give a wrong byte, or name an error immutable.
 * Compressed answers are asked for plain.
 */
export async function expectNothingWrong(
  send: (path: string, init?: RequestInit) => Promise<Response>,
  cid: string,
): Promise<void> {
  const commands = ['cat', 'get', 'block/get', 'dag/export', 'refs', 'dag/stat'].map(
    (path) => `/api/v0/${path}?arg=${cid}`,
  )
  const pages = ['', '?format=raw', '?format=car', '?format=tar'].map((query) => `/ipfs/${cid}${query}`)
  for (const path of [...commands, ...pages]) {
    const isCommand = path.startsWith('/api/')
    const response = await send(path, { method: isCommand ? 'POST' : 'GET' })
    const text = await response.text().catch(() => 'cut')
    expect(text.includes(WRONG), path).toBe(false)
    if (response.status !== 200)
      expect(response.headers.get('Cache-Control') ?? '', path).not.toContain('immutable')
  }
}
