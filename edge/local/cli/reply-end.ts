/** Node's `fetch` says only `terminated` of a connection that ended in the middle of a reply. */
export function endedEarly(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'terminated'
}

/** The error of content that ended early, with the calls that name the block. */
export function cutContent(path: string, cause: unknown): Error {
  const reason = 'the reply ended early; a block may be missing or corrupt'
  const advice = `"tidepool call refs ${path} --recursive" names a missing block, "tidepool call repo/verify" a corrupt one`
  return new Error(`Cannot read "${path}": ${reason}: ${advice}`, { cause })
}
