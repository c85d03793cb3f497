import { DomainError } from '../../../src/errors.ts'
import type { DescriptionName } from '../../../src/http/descriptions.ts'
import { pageFile } from './page-cache.ts'

/**
 * Reads an API document among the files of the page. Throws `unavailable` where it is not cached, and the server cannot
 * be reached or does not have it: a site that embeds this worker may have only the worker's own files.
 */
export async function pageDescription(name: DescriptionName): Promise<string> {
  const response = await pageFile(new Request(`/${name}`)).catch((cause: unknown) => {
    throw missing(name, 'cannot be reached', cause)
  })
  // Some servers respond with a page in place of a missing file.
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
  if (response.ok && !isPage) return response.text()
  await response.body?.cancel()
  throw missing(name, 'does not have it')
}

function missing(name: string, reason: string, cause?: unknown): DomainError {
  return new DomainError('unavailable', `Cannot read "${name}": the server of this page ${reason}`, { cause })
}
