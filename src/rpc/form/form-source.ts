import { DomainError } from '../../errors.ts'
import type { Mtime, SourceEntry } from '../../ports/file-source.ts'
import { permissionBits } from '../print/go-file-mode.ts'
import { headerParameter } from './header-parameter.ts'
import type { FormPart } from './multipart.ts'

/** A symlink's target may be this long: the longest path that common file systems take. */
const TARGET_LIMIT_BYTES = 4096

/** Which metadata is taken: some clients send it always, and mean it only with these flags. */
export interface Preserve {
  readonly mode?: boolean | undefined
  readonly mtime?: boolean | undefined
}

/**
 * The entries that the parts of an `add` request carry, in their order.
 * Spec: RPC document, section 2, "Directory and file parts for `add`". Spec gap: mode and mtime come as
 * headers or in the query of the field name; they count when they are to be preserved.
 */
export async function* formSource(
  parts: AsyncIterable<FormPart>,
  preserve: Preserve = {},
): AsyncGenerator<SourceEntry, void> {
  for await (const { headers, content } of parts) {
    const disposition = headers.get('content-disposition') ?? ''
    const path = cleanPath(decodeName(headerParameter(disposition, 'filename') ?? ''))
    const query = new URLSearchParams(headerParameter(disposition, 'name')?.split('?')[1] ?? '')
    const metadata = readMetadata((name) => query.get(name) ?? headers.get(name), preserve)
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

/** What cannot be read as a number counts as not sent, as in the reference implementation. */
function readMetadata(
  sent: (name: string) => string | undefined,
  preserve: Preserve,
): { mode: number | undefined; mtime: Mtime | undefined } {
  const mode = preserve.mode ? wholeNumber(sent('mode'), 8) : undefined
  const seconds = preserve.mtime ? wholeNumber(sent('mtime'), 10) : undefined
  const nanoseconds = wholeNumber(preserve.mtime ? sent('mtime-nsecs') : '', 10) ?? 0
  if (nanoseconds < 0 || nanoseconds > 999_999_999) {
    throw new DomainError(
      'invalid-argument',
      `Cannot read mtime-nsecs "${nanoseconds}": not below one second`,
    )
  }
  return {
    // Spec gap: no bits at all are no mode, in the reference implementation.
    mode: (mode && permissionBits(mode)) || undefined,
    mtime: seconds === undefined ? undefined : { seconds, nanoseconds },
  }
}

/** Up to 32 bits in octal, up to 15 digits in decimal. */
function wholeNumber(text: string | undefined, radix: 8 | 10): number | undefined {
  if (text === undefined || !(radix === 8 ? /^0*[0-7]{1,11}$/ : /^-?\d{1,15}$/).test(text)) return undefined
  return Number.parseInt(text, radix)
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
