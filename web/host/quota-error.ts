import { DomainError } from '../../src/errors.ts'

/** The `no-space` error for a quota error of the browser, else `undefined`. Some engines lose its name, never its text. */
export function quotaError(error: unknown): DomainError | undefined {
  if (!String(error).includes('QuotaExceededError')) return undefined
  const message = 'Cannot store: no space left on device: the browser grants this site no more'
  return new DomainError('no-space', message, { cause: error })
}
