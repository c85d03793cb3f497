/**
 * The error of Go's JSON parser for a text that is not JSON, as clients of the reference know it. `undefined` for JSON.
 * Source: the scanner of `encoding/json`, which reads a space after the end.
 */
export function goJsonError(text: string): string | undefined {
  try {
    const scan: Scan = { text, at: 0, depth: 0 }
    passValue(scan)
    passSpace(scan)
    if (scan.at < text.length) fail(scan, 'after top-level value')
    return undefined
  } catch (error) {
    if (error instanceof NotJson) return error.message
    throw error
  }
}

interface Scan {
  readonly text: string
  at: number
  /** Lists and objects around this place. */
  depth: number
}

/** Go reads 10,000 levels. */
const MAX_DEPTH = 1_000

class NotJson extends Error {}

const WORDS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' }
const HEX = /[0-9a-fA-F]/

function passValue(scan: Scan): void {
  passSpace(scan)
  const first = next(scan)
  if (first === '{') passItems(scan, '}', passMember)
  else if (first === '[') passItems(scan, ']', passValue)
  else if (first === '"') passString(scan)
  else if (first === '-' || isDigit(first)) passNumber(scan)
  else passWord(scan, WORDS[first] ?? fail(scan, 'looking for beginning of value'))
}

function passWord(scan: Scan, word: string): void {
  for (const letter of word) {
    if (charAt(scan) !== letter) fail(scan, `in literal ${word} (expecting ${quoted(letter)})`, ' ')
    scan.at += 1
  }
}

function passItems(scan: Scan, end: ']' | '}', passItem: (scan: Scan) => void): void {
  scan.at += 1
  scan.depth += 1
  if (scan.depth > MAX_DEPTH) throw new NotJson('exceeded max depth')
  passSpace(scan)
  for (let isFirst = true; !(isFirst && next(scan) === end); isFirst = false) {
    passItem(scan)
    passSpace(scan)
    const mark = next(scan)
    if (mark === end) break
    if (mark !== ',') fail(scan, end === ']' ? 'after array element' : 'after object key:value pair')
    scan.at += 1
  }
  scan.at += 1
  scan.depth -= 1
}

function passMember(scan: Scan): void {
  passSpace(scan)
  if (next(scan) !== '"') fail(scan, 'looking for beginning of object key string')
  passString(scan)
  passSpace(scan)
  if (next(scan) !== ':') fail(scan, 'after object key')
  scan.at += 1
  passValue(scan)
}

function passString(scan: Scan): void {
  scan.at += 1
  for (let char = next(scan); char !== '"'; char = next(scan)) {
    if (char < ' ') fail(scan, 'in string literal')
    scan.at += 1
    if (char === '\\') passEscape(scan)
  }
  scan.at += 1
}

function passEscape(scan: Scan): void {
  const kind = next(scan)
  if (!'bfnrt\\/"u'.includes(kind)) fail(scan, 'in string escape code')
  scan.at += 1
  if (kind !== 'u') return
  for (let digits = 0; digits < 4; digits += 1) {
    if (!HEX.test(next(scan))) fail(scan, 'in \\u hexadecimal character escape')
    scan.at += 1
  }
}

function passNumber(scan: Scan): void {
  if (charAt(scan) === '-') scan.at += 1
  if (charAt(scan) === '0') scan.at += 1
  else passDigits(scan, 'in numeric literal')
  if (charAt(scan) === '.') {
    scan.at += 1
    passDigits(scan, 'after decimal point in numeric literal')
  }
  if (charAt(scan) !== 'e' && charAt(scan) !== 'E') return
  scan.at += 1
  if (charAt(scan) === '+' || charAt(scan) === '-') scan.at += 1
  passDigits(scan, 'in exponent of numeric literal')
}

function passDigits(scan: Scan, where: string): void {
  if (!isDigit(charAt(scan))) fail(scan, where, ' ')
  while (isDigit(charAt(scan))) scan.at += 1
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9' && char.length === 1
}

function passSpace(scan: Scan): void {
  while (' \t\r\n'.includes(charAt(scan)) && scan.at < scan.text.length) scan.at += 1
}

function charAt({ text, at }: Scan): string {
  return text.charAt(at)
}

/** The next character, which must be there. */
function next(scan: Scan): string {
  if (scan.at >= scan.text.length) throw new NotJson('unexpected end of JSON input')
  return charAt(scan)
}

/** `atEnd` stands for the end of the text. */
function fail(scan: Scan, where: string, atEnd = ''): never {
  throw new NotJson(`invalid character ${quoted(charAt(scan) || atEnd)} ${where}`)
}

function quoted(char: string): string {
  if (char === "'") return `'\\''`
  return char === '"' ? `'"'` : `'${JSON.stringify(char).slice(1, -1)}'`
}
