import { symbolicMode } from './go-file-mode.ts'
import { humanSize } from './human-size.ts'
import { rfc3339 } from './rfc3339.ts'

/** The JSON form of `/files/stat`. */
export interface StatLine {
  readonly Hash: string
  readonly Size: number
  readonly CumulativeSize: number
  readonly Blocks: number
  readonly Type: string
  readonly WithLocality?: boolean | undefined
  readonly Local?: boolean | undefined
  readonly SizeLocal?: number | undefined
  /** Go's file mode in octal, with the bits of the type. */
  readonly Mode?: string | undefined
  readonly Mtime?: number | undefined
  readonly MtimeNsecs?: number | undefined
}

const NOT_SET = 'not set'

/** The value of each token of a format. */
const TOKENS: Readonly<Record<string, (stat: StatLine) => string>> = {
  '<hash>': ({ Hash }) => Hash,
  '<size>': ({ Size }) => String(Size),
  '<cumulsize>': ({ CumulativeSize }) => String(CumulativeSize),
  '<childs>': ({ Blocks }) => String(Blocks),
  '<type>': ({ Type }) => Type,
  '<mode>': ({ Mode }) => (Mode === undefined ? NOT_SET : symbolicMode(Number.parseInt(Mode, 8))),
  '<mode-octal>': ({ Mode }) => (Mode === undefined ? NOT_SET : `0${permissions(Mode).toString(8)}`),
  '<mtime>': ({ Mtime, MtimeNsecs }) =>
    Mtime === undefined ? NOT_SET : (rfc3339({ seconds: Mtime, nanoseconds: MtimeNsecs ?? 0 }) ?? NOT_SET),
  '<mtime-secs>': ({ Mtime }) => String(Mtime ?? NOT_SET),
  '<mtime-nsecs>': ({ Mtime, MtimeNsecs = 0 }) => (Mtime === undefined ? NOT_SET : String(MtimeNsecs)),
}

/** The default format. */
export const DEFAULT_STAT_FORMAT =
  '<hash>\nSize: <size>\nCumulativeSize: <cumulsize>\nChildBlocks: <childs>\nType: <type>'

/** Formats that command-line clients of 0.9 and of today send with every call, whatever other options they send. */
export const SENT_BY_DEFAULT: readonly string[] = [
  DEFAULT_STAT_FORMAT,
  `${DEFAULT_STAT_FORMAT}\nMode: <mode> (<mode-octal>)\nMtime: <mtime>`,
]

/** The text form. Unknown tokens are kept. The locality follows if it was requested. */
export function statText(stat: StatLine, format: string): string {
  const text = format.replace(/<[a-z-]+>/g, (token) => TOKENS[token]?.(stat) ?? token)
  if (!stat.WithLocality) return `${text}\n`
  const { SizeLocal = 0, CumulativeSize } = stat
  const percent = CumulativeSize === 0 ? 100 : (SizeLocal / CumulativeSize) * 100
  return `${text}\nLocal: ${humanSize(SizeLocal)} of ${humanSize(CumulativeSize)} (${percent.toFixed(2)}%)\n`
}

function permissions(mode: string): number {
  return Number.parseInt(mode, 8) & 0o777
}
