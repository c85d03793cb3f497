import { collectBytes } from '../../codec/bytes/collect-bytes.ts'
import { DomainError } from '../../errors.ts'
import type { Mtime, SourceEntry } from '../../ports/file-source.ts'
import { goSymlinkMode, permissionBits } from '../print/go-file-mode.ts'
import { carriedMtime } from './carried-mtime.ts'
import type { FormPart } from './form-part.ts'

/** Maximum length of a symlink's target: that of paths in common file systems. */
const TARGET_LIMIT_BYTES = 4096

/** Which metadata is used: some clients send it always, and mean it only with these flags. */
export interface Preserve {
  readonly mode?: boolean | undefined
  readonly mtime?: boolean | undefined
}

/**
 * Converts the parts of an `add` request to entries, in their order. Spec: RPC document, section 2, "Directory
 * and file parts for `add`". Spec gap: mode and mtime come as headers or in the query of the field name, and
 * are used if they are to be preserved.
 */
export async function* formSource(
  parts: AsyncIterable<FormPart>,
  preserve: Preserve = {},
): AsyncGenerator<SourceEntry, void> {
  for await (const { headers, content } of parts) {
    const disposition = headers.get('content-disposition') ?? ''
    const path = cleanPath(decodeName(headerParameter(disposition, 'filename') ?? ''))
    const metadata = readMetadata(disposition, headers, preserve)
    const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
    if (type === 'application/x-directory' || type === 'multipart/form-data') {
      yield { kind: 'directory', path, ...metadata }
    } else if (type === 'application/symlink') {
      // Spec gap: the reference implementation names one mode for each symlink, whatever was sent.
      const sent = { ...metadata.sent, mode: goSymlinkMode() }
      yield { kind: 'symlink', path, ...metadata, sent, target: await readTarget(content) }
    } else {
      yield { kind: 'file', path, ...metadata, content, location: locationOf(headers) }
    }
  }
}

/** Today's Go client escapes the location, and says so by the name of the header. */
function locationOf(headers: FormPart['headers']): string | undefined {
  const escaped = headers.get('abspath-encoded')
  return escaped === undefined ? headers.get('abspath') : decodeName(escaped)
}

/** Decodes a name like a query: `%2F` is a slash and `+` a space. A malformed name is used unchanged. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}

/** Normalizes a path as if it were absolute, so that `..` never leaves the root. */
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

/** The metadata of a part: that to be kept, and all that was sent. Values that are not numbers are ignored. */
function readMetadata(
  disposition: string,
  headers: FormPart['headers'],
  preserve: Preserve,
): Pick<SourceEntry, 'mode' | 'mtime' | 'sent'> {
  const question = /\?(.*)$/s.exec(headerParameter(disposition, 'name') ?? '')?.[1]
  const query = new URLSearchParams(question)
  const mode = wholeNumber(query.get('mode') ?? headers.get('mode'), 8)
  const isTimed = query.has('mtime') || query.has('mtime-nsecs')
  const ofHeaders = isTimed ? undefined : readMtime((name) => headers.get(name))
  const ofQuery = question === undefined ? undefined : readMtime((name) => query.get(name) ?? '0')
  const mtime = ofHeaders ?? ofQuery
  return {
    // Spec gap: a mode without any bits means no mode, as in the reference implementation.
    mode: (preserve.mode && mode && permissionBits(mode)) || undefined,
    mtime: preserve.mtime ? mtime : undefined,
    sent: { mode, mtime },
  }
}

/** Spec gap: in the reference implementation, a name with a query has a time, 0 if nothing else is said. */
function readMtime(sent: (name: string) => string | undefined): Mtime | undefined {
  const seconds = wholeNumber(sent('mtime'), 10)
  if (seconds === undefined) return undefined
  const nanoseconds = wholeNumber(sent('mtime-nsecs'), 10) ?? 0
  return carriedMtime({ seconds, nanoseconds })
}

/** Parses up to 32 bits in octal, or up to 15 decimal digits. */
function wholeNumber(text: string | undefined, radix: 8 | 10): number | undefined {
  if (text === undefined || !(radix === 8 ? /^0*[0-3]?[0-7]{1,10}$/ : /^-?\d{1,15}$/).test(text))
    return undefined
  return Number.parseInt(text, radix)
}

function readTarget(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const tooLarge = () =>
    new DomainError('too-large', `Cannot add symlink: target is over ${TARGET_LIMIT_BYTES} bytes`)
  return collectBytes(content, { maxBytes: TARGET_LIMIT_BYTES, tooLarge })
}

/**
 * Reads one parameter of a header such as `form-data; name=file; filename="a b"`, quoted or not. `undefined`
 * when absent. The extended form (`filename*=UTF-8''…`) is used if the plain one is absent.
 */
export function headerParameter(header: string, name: string): string | undefined {
  let extended: string | undefined
  for (const [, key, quoted, token] of header.matchAll(
    /;\s*([\w!#$&+.^`|~*-]+)\s*=\s*(?:"((?:[^"\\]|\\[\s\S])*)"|([^;]*))/g,
  )) {
    const lower = key?.toLowerCase()
    if (lower === name) return quoted?.replace(/\\(["\\])/g, '$1') ?? token?.trim()
    if (lower === `${name}*`) extended = (quoted ?? token)?.trim().replace(/^utf-8'[^']*'/i, '')
  }
  return extended
}
