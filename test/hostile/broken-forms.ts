import type { SendInit } from '../hosts/host.ts'

/** A request body that is no whole multipart form, and what is said of it before anything else happens. */
export interface BrokenForm {
  readonly name: string
  readonly init: SendInit
  /** Nothing at all was read that could be a part, or what was read is wrong. */
  readonly text: string
}

const TYPE = 'multipart/form-data; boundary=b'
const HEAD = 'Content-Disposition: form-data; name="file"; filename="a"\r\n\r\n'

/** `{}` is replaced by the name of the file argument. */
const NO_PART = "file argument '{}' is required"
const EOF = 'multipart: NextPart: EOF'
const TOO_LONG = 'multipart: the headers of a part are too long'
const NO_LINE = 'multipart: expecting a new part; got a malformed boundary line'
const header = (line: string) => `multipart: malformed MIME header line: ${JSON.stringify(line.slice(0, 80))}`

type Row = readonly [
  name: string,
  type: string | undefined,
  body: string | Uint8Array<ArrayBuffer> | undefined,
  text: string,
]

const ROWS: readonly Row[] = [
  ['no body and no type', undefined, undefined, NO_PART],
  ['no body', TYPE, undefined, EOF],
  ['an empty body', TYPE, '', EOF],
  ['a text', 'text/plain', 'hello', NO_PART],
  ['JSON', 'application/json', '{"path":"x"}', NO_PART],
  ['a form of the web', 'application/x-www-form-urlencoded', 'path=x', NO_PART],
  ['bytes without a type', undefined, '--b\r\n\r\nx\r\n--b--', NO_PART],
  ['another multipart', 'multipart/mixed; boundary=b', `--b\r\n${HEAD}x\r\n--b--`, NO_PART],
  ['a type that only begins so', 'multipart/form-database; boundary=b', `--b\r\n${HEAD}x\r\n--b--`, NO_PART],
  ['no boundary', 'multipart/form-data', `--b\r\n${HEAD}x\r\n--b--`, NO_PART],
  ['an empty boundary', 'multipart/form-data; boundary=', `--\r\n${HEAD}x\r\n----`, NO_PART],
  ['an empty quoted boundary', 'multipart/form-data; boundary=""', `--\r\n${HEAD}x\r\n----`, NO_PART],
  [
    'a boundary of 201',
    `multipart/form-data; boundary=${'b'.repeat(201)}`,
    `--${'b'.repeat(201)}--`,
    NO_PART,
  ],
  ['the end at once', TYPE, '--b--', NO_PART],
  ['the end at once, on a line', TYPE, '--b--\r\n', NO_PART],
  ['the end after a text', TYPE, 'preamble\r\n--b--\r\n', NO_PART],
  ['a boundary of another case', TYPE, `--B\r\n${HEAD}x\r\n--B--`, EOF],
  ['another boundary', TYPE, `--c\r\n${HEAD}x\r\n--c--`, EOF],
  ['a longer boundary', TYPE, `--bb\r\n${HEAD}x\r\n--bb--`, EOF],
  ['a shorter boundary', 'multipart/form-data; boundary=bb', `--b\r\n${HEAD}x\r\n--b--`, EOF],
  ['one dash', TYPE, `-b\r\n${HEAD}x\r\n-b--`, EOF],
  ['three dashes', TYPE, `---b\r\n${HEAD}x\r\n---b--`, EOF],
  ['the boundary behind a space', TYPE, ` --b\r\n${HEAD}x\r\n --b--`, EOF],
  ['the boundary inside a line', TYPE, `x--b\r\n${HEAD}x\r\n--b`, EOF],
  ['LF alone', TYPE, `--b\n${HEAD.replaceAll('\r', '')}x\n--b--\n`, EOF],
  ['CR alone', TYPE, `--b\r${HEAD.replaceAll('\n', '')}x\r--b--\r`, EOF],
  ['LF after the boundary', TYPE, `--b\n${HEAD}x\r\n--b`, EOF],
  ['LF in the headers', TYPE, `--b\r\n${HEAD.replaceAll('\r', '')}x\r\n--b--`, EOF],
  ['the boundary and a text', TYPE, `--b x\r\n${HEAD}y\r\n--b--`, NO_LINE],
  ['the boundary, a tab and a text', TYPE, `--b\tx\r\n${HEAD}y\r\n--b--`, NO_LINE],
  ['the boundary, spaces and the end', TYPE, '--b   ', EOF],
  ['64 KiB of padding', TYPE, `--b${' '.repeat(65_536)}x\r\n${HEAD}`, NO_LINE],
  ['only the boundary', TYPE, '--b', EOF],
  ['only the boundary and a line end', TYPE, '--b\r\n', EOF],
  ['a header without a colon', TYPE, '--b\r\nno colon\r\n\r\nx\r\n--b--', header('no colon')],
  ['a header without a name', TYPE, '--b\r\n: value\r\n\r\nx\r\n--b--', header(': value')],
  ['a header of one letter', TYPE, '--b\r\nx\r\n\r\nx\r\n--b--', header('x')],
  ['a NUL for a header', TYPE, '--b\r\n\0\r\n\r\nx\r\n--b--', header('\0')],
  ['a header of bytes', TYPE, latin1('--b\r\n\xff\xfe\r\n\r\nx\r\n--b--'), header('\ufffd\ufffd')],
  ['a long line without a colon', TYPE, `--b\r\n${'x'.repeat(9000)}\r\n\r\n--b--`, header('x'.repeat(80))],
  ['a name that breaks the line', TYPE, injected('a\r\nevil'), header('evil"')],
  ['a header block that is too long', TYPE, `--b\r\nX: ${'y'.repeat(17_000)}\r\n\r\nx\r\n--b--`, TOO_LONG],
  ['10,000 headers', TYPE, `--b\r\n${'X-A: 1\r\n'.repeat(10_000)}\r\nx\r\n--b--`, TOO_LONG],
  ['a header that never ends', TYPE, `--b\r\nX: ${'y'.repeat(300_000)}`, TOO_LONG],
  ['a folded header that is too long', TYPE, `--b\r\nX: y${'\r\n y'.repeat(6000)}\r\n\r\nx`, TOO_LONG],
  ['300,000 bytes before the first part', TYPE, 'x'.repeat(300_000), EOF],
  ['a megabyte of dashes', TYPE, '-'.repeat(1_000_000), EOF],
  ['a megabyte of line ends', TYPE, '\r\n'.repeat(500_000), EOF],
  ['half boundaries', TYPE, '\r\n--'.repeat(250_000), EOF],
]

export const BROKEN_FORMS: readonly BrokenForm[] = ROWS.map(([name, type, body, text]) => ({
  name,
  init: post(type, body),
  text,
}))

/** A form of two parts, cut at each of its bytes; a cut at the very end is whole. */
export const CUT_FORM = `preamble\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\none\r\n--b \r\nContent-Disposition: form-data; name="file"; filename="d%2Fb"\r\nContent-Type: text/plain\r\n\r\ntwo\r\n--b--`

export function cutForms(): readonly {
  readonly name: string
  readonly init: SendInit
  readonly at: number
}[] {
  return Array.from({ length: CUT_FORM.length }, (_, at) => ({
    name: `cut at byte ${at}`,
    init: post(TYPE, CUT_FORM.slice(0, at)),
    at,
  }))
}

function injected(name: string): string {
  return `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nx\r\n--b--`
}

function latin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

function post(type: string | undefined, body: string | Uint8Array<ArrayBuffer> | undefined): SendInit {
  const blob = body === undefined ? undefined : new Blob([body])
  const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type }
  return { method: 'POST', headers, ...(blob && { body: blob }) }
}
