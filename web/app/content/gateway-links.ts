import type { Kept } from './kept-names.ts'

/**
 * Addresses of one root at this origin. Engines fetch a link with a `download` of its own past the service
 * worker, so the address names the file and the answer tells the browser to save it.
 */
export function gatewayLinks({ cid, name = cid, isFolder }: Kept) {
  const path = `/ipfs/${cid}`
  const saved = (filename: string, format?: string) =>
    `${path}?${new URLSearchParams({ ...(format && { format }), download: 'true', filename })}`
  return {
    /** Shows it: a folder as a list, a file under its name, by which its type is known. */
    open: isFolder === false ? `${path}?${new URLSearchParams({ filename: name })}` : path,
    /** Saves a file as it is, and anything else as a tar archive. */
    download: isFolder === false ? saved(name) : saved(`${name}.tar`, 'tar'),
    /** Saves all its blocks. */
    car: saved(`${name}.car`, 'car'),
  }
}
