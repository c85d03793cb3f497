let isNeeded = true

/**
 * Ends the program with 0 when the reader of its output has left, as `head` does: what would follow is for nobody.
 * Not so after {@link outliveReader}.
 */
export function watchReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    if (isNeeded) process.exit(0)
  })
}

/** Has the program go on when the reader of its output has left: an upload counts by what the node then has. */
export function outliveReader(): void {
  isNeeded = false
}
