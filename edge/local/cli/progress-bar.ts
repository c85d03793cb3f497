const WIDTH = 24
const INTERVAL_MS = 100
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** Shows on a terminal how much of a transfer is done. */
export interface ProgressBar {
  /** `doneBytes` in all so far. */
  show(doneBytes: number): void
  /** Removes the bar, so that other output begins on an empty line. */
  clear(): void
}

/** Draws on stderr. Does nothing where stderr is not a terminal. `totalBytes` is 0 if unknown. */
export function progressBar(totalBytes: number, stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  if (!stream.isTTY) return { show: () => undefined, clear: () => undefined }
  const startMs = performance.now()
  let shownMs = Number.NEGATIVE_INFINITY
  return {
    show(doneBytes) {
      const nowMs = performance.now()
      if (nowMs - shownMs < INTERVAL_MS) return
      shownMs = nowMs
      stream.write(`\r\u001b[K${barText(doneBytes, totalBytes, (nowMs - startMs) / 1000)}`)
    },
    clear: () => void stream.write('\r\u001b[K'),
  }
}

/** The text of a bar: `[######      ] 50 % 12.0 MiB of 24.0 MiB, 6.0 MiB/s`. */
export function barText(doneBytes: number, totalBytes: number, seconds: number): string {
  const speed = `${sizeText(doneBytes / Math.max(seconds, 0.001))}/s`
  if (totalBytes === 0) return `${sizeText(doneBytes)}, ${speed}`
  const share = Math.min(1, doneBytes / totalBytes)
  const bar = '#'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH)
  return `[${bar}] ${Math.floor(share * 100)} % ${sizeText(doneBytes)} of ${sizeText(totalBytes)}, ${speed}`
}

function sizeText(sizeBytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, sizeBytes)) / 10))
  return `${(sizeBytes / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${UNITS[step]}`
}
