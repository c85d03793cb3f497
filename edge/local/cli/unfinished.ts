import { rmSync } from 'node:fs'

/** The signals of Ctrl-C, of a closed terminal, and of `kill`. */
const SIGNALS = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const

/** Removals in all: another thread may be about to write into the folder. */
const RETRIES = 5

/**
 * Runs a task that writes a file or a folder. A signal that ends this process before the task is over also removes what
 * it has written: an unfinished file would look like a complete one.
 */
export async function removedAtSignals<T>(path: string, task: () => Promise<T>): Promise<T> {
  const end = (signal: NodeJS.Signals) => {
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: RETRIES })
    } finally {
      release()
      // Again, so that the shell learns which signal has ended the program.
      process.kill(process.pid, signal)
    }
  }
  const release = () => {
    for (const signal of SIGNALS) process.off(signal, end)
  }
  for (const signal of SIGNALS) process.on(signal, end)
  try {
    return await task()
  } finally {
    release()
  }
}
