import { DomainError } from '../errors.ts'

const MAX_CHARACTERS = 4096

/** Where bytes are that blocks refer to. */
export type Location =
  | { readonly kind: 'url'; readonly url: URL; readonly text: string }
  | { readonly kind: 'file'; readonly path: string; readonly text: string }

/** True for a text that names a URL, and no file. */
export function isUrlText(text: string): boolean {
  return /^https?:\/\//.test(text)
}

/**
 * Reads a location: a URL over HTTP, or the path of a file below the root of the host's files, with or without a
 * slash before it. Throws `invalid-argument`.
 */
export function parseLocation(text: string): Location {
  if (text.length > MAX_CHARACTERS || text.includes('\0')) {
    throw new DomainError(
      'invalid-argument',
      `Cannot refer to "${text.slice(0, 80)}…": over ${MAX_CHARACTERS} characters, or with a NUL`,
    )
  }
  if (isUrlText(text)) {
    const url = URL.parse(text)
    if (!url) throw new DomainError('invalid-argument', `unsupported url syntax: ${text}`)
    return { kind: 'url', url, text }
  }
  const segments = text.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (segments.length === 0 || segments.includes('..')) {
    throw new DomainError('invalid-argument', `cannot add filestore references outside ipfs root (${text})`)
  }
  const path = segments.join('/')
  return { kind: 'file', path, text: path }
}
