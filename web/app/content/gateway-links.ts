import type { Kept } from './pins/kept-names.ts'

/**
 * Gateway URLs of a root at this origin. Browsers bypass the service worker for links with a `download`
 * attribute, so the URL has the file name and the response says that it is a download.
 */
export function gatewayLinks({ cid, name = cid, isFolder }: Kept) {
  const path = `/ipfs/${cid}`
  const saved = (filename: string, format?: string) =>
    `${path}?${new URLSearchParams({ ...(format && { format }), download: 'true', filename })}`
  return {
    /** Shows a folder as a list, and a file under its name, which determines its type. */
    open: isFolder === false ? `${path}?${new URLSearchParams({ filename: name })}` : path,
    /** Downloads a file unchanged, and anything else as a tar archive. */
    download: isFolder === false ? saved(name) : saved(`${name}.tar`, 'tar'),
    /** Downloads all blocks as a CAR file. */
    car: saved(`${name}.car`, 'car'),
  }
}
