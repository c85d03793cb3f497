/** Decodes a path segment by segment. A segment that is no percent-encoding is kept as it is: `100%.txt`. */
export function decodedPath(path: string): string {
  return path.split('/').map(decodedSegment).join('/')
}

function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
