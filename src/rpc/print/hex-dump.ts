const BYTES_A_LINE = 16

/** Formats bytes like `hexdump -C`, without its last line. */
export function hexDump(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.byteLength; at += BYTES_A_LINE) {
    const line = [...bytes.subarray(at, at + BYTES_A_LINE)]
    const hex = line.map((byte) => byte.toString(16).padStart(2, '0'))
    const halves = [hex.slice(0, 8).join(' '), hex.slice(8).join(' ')].map((half) => half.padEnd(23))
    const shown = line.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('')
    lines.push(`${at.toString(16).padStart(8, '0')}  ${halves.join('  ')}  |${shown}|\n`)
  }
  return lines.join('')
}
