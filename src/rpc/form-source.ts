import { DomainError } from '../errors.ts'
import type { Mtime, SourceEntry } from '../ports/file-source.ts'
import { headerParameter } from './header-parameter.ts'
import type { Part } from './multipart.ts'

/** A symlink's target may be this long: the longest path that common file systems take. */
const TARGET_LIMIT_BYTES = 4096

/** Which metadata headers are taken: some clients send them always, and mean them only with these flags. */
export interface Preserve {
  readonly mode?: boolean | undefined
  readonly mtime?: boolean | undefined
}

/**
 * The entries that the parts of an `add` request carry, in their order.
 * Spec: RPC document, section 2, "Directory and file parts for `add`". Spec gap: mode and mtime come as
 * headers, which count when they are to be preserved, or in the query of the field name, which count always.
 */
export async function* formSource(
  parts: AsyncIterable<Part>,
  preserve: Preserve = {},
): AsyncGenerator<SourceEntry, void> {
  for await (const { headers, content } of parts) {
    const disposition = headers.get('content-disposition') ?? ''
    const path = cleanPath(decodeName(headerParameter(disposition, 'filename') ?? ''))
    const query = new URLSearchParams(headerParameter(disposition, 'name')?.split('?')[1] ?? '')
    const metadata = readMetadata(preserved(headers, preserve), query)
    const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
    if (type === 'application/x-directory' || type === 'multipart/form-data') {
      yield { kind: 'directory', path, ...metadata }
    } else if (type === 'application/symlink') {
      yield { kind: 'symlink', path, ...metadata, target: await readTarget(content) }
    } else {
      yield { kind: 'file', path, ...metadata, content, location: headers.get('abspath') }
    }
  }
}

/** Metadata that a caller sets for every entry of an add, as the texts of its options. */
export interface CommonMetadata {
  /** In octal. */
  readonly mode?: string | undefined
  readonly mtime?: number | undefined
  readonly nanoseconds?: number | undefined
}

/** The same entries, each with the caller's own metadata where it gave some. */
export async function* withMetadata(
  source: AsyncIterable<SourceEntry>,
  common: CommonMetadata,
): AsyncGenerator<SourceEntry, void> {
  const query = new URLSearchParams({
    mode: common.mode ?? '',
    mtime: String(common.mtime ?? ''),
    'mtime-nsecs': String(common.nanoseconds ?? ''),
  })
  const { mode, mtime } = readMetadata(new Map(), query)
  for await (const entry of source) {
    yield { ...entry, mode: mode ?? entry.mode, mtime: mtime ?? entry.mtime }
  }
}

/** Query decoding: `%2F` is a slash and `+` a space. A name that cannot be decoded is taken as it is. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}

/** The path below the root that an absolute reading of the name leads to: `..` never leaves the root. */
function cleanPath(name: string): string {
  if (name.includes('\0')) {
    throw new DomainError('invalid-argument', `Cannot add file ${JSON.stringify(name)}: name has a NUL`)
  }
  const cleaned: string[] = []
  for (const segment of name.split('/')) {
    if (segment === '..') cleaned.pop()
    else if (segment !== '' && segment !== '.') cleaned.push(segment)
  }
  return cleaned.join('/')
}

function preserved(headers: ReadonlyMap<string, string>, { mode, mtime }: Preserve): Map<string, string> {
  const wanted = [...(mode ? ['mode'] : []), ...(mtime ? ['mtime', 'mtime-nsecs'] : [])]
  return new Map([...headers].filter(([name]) => wanted.includes(name)))
}

function readMetadata(
  headers: ReadonlyMap<string, string>,
  query: URLSearchParams,
): { mode: number | undefined; mtime: Mtime | undefined } {
  const sent = (name: string) => query.get(name) ?? headers.get(name)
  const mode = wholeNumber('mode', sent('mode'), 8)
  const seconds = wholeNumber('mtime', sent('mtime'), 10)
  const nanoseconds = wholeNumber('mtime-nsecs', sent('mtime-nsecs'), 10) ?? 0
  if (nanoseconds < 0 || nanoseconds > 999_999_999) {
    throw new DomainError(
      'invalid-argument',
      `Cannot read mtime-nsecs "${nanoseconds}": not below one second`,
    )
  }
  return {
    mode: mode === undefined ? undefined : mode & 0o7777,
    mtime: seconds === undefined ? undefined : { seconds, nanoseconds },
  }
}

function wholeNumber(name: string, text: string | undefined, radix: 8 | 10): number | undefined {
  if (text === undefined || text === '') return undefined
  const isNumber = (radix === 8 ? /^[0-7]{1,7}$/ : /^-?\d{1,15}$/).test(text)
  if (isNumber) return Number.parseInt(text, radix)
  throw new DomainError('invalid-argument', `Cannot read ${name} "${text.slice(0, 40)}": not a number`)
}

async function readTarget(content: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let target = ''
  for await (const chunk of content) {
    target += decoder.decode(chunk, { stream: true })
    if (target.length > TARGET_LIMIT_BYTES) {
      throw new DomainError('too-large', `Cannot add symlink: target is over ${TARGET_LIMIT_BYTES} bytes`)
    }
  }
  return target + decoder.decode()
}
