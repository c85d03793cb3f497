import { rmSync } from 'node:fs'

/** The signals of Ctrl-C, of a closed terminal, and of `kill`. */
const SIGNALS = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const

/** Removals in all: another thread may be about to write into the folder. */
const RETRIES = 5

/**
 * Makes a new file or folder, of which `make` returns the path, and runs a task that fills it. A signal that ends this
 * process before the task is over also removes it: an unfinished file would look like a complete one. `make` is
 * synchronous, since a signal between the making and the listener would leave what was made.
 */
export async function removedAtSignals<T>(
  make: () => string,
  task: (path: string) => Promise<T>,
): Promise<T> {
  let made: string | undefined
  const end = (signal: NodeJS.Signals) => {
    try {
      if (made !== undefined) rmSync(made, { recursive: true, force: true, maxRetries: RETRIES })
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
    made = make()
    return await task(made)
  } finally {
    release()
  }
}
