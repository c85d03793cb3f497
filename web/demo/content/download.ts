import { keepingAlive } from '../../keep-alive.ts'
import { call } from '../call.ts'
import type { Kept } from './kept-names.ts'

/** Saves a file as it is, and anything else as a tar archive. */
export async function download({ cid, name = cid, isFolder = true }: Kept): Promise<void> {
  if (!isFolder) {
    // Engines fetch a link with a file name of its own past the service worker: the answer names the file.
    follow({ href: `/ipfs/${cid}?download=true&filename=${encodeURIComponent(name)}` })
    return
  }
  const archive = await keepingAlive(async () => {
    const bytes = await call('get', { args: { 'ipfs-path': cid }, options: { archive: true } })
    return new Response(bytes).blob()
  })
  const href = URL.createObjectURL(archive)
  follow({ href, download: `${name}.tar` })
  setTimeout(() => URL.revokeObjectURL(href), REVOKE_AFTER_MS)
}

/** The browser takes the archive over when it starts to save; nothing tells when it has. */
const REVOKE_AFTER_MS = 60_000

function follow(target: Partial<Pick<HTMLAnchorElement, 'href' | 'download'>>): void {
  Object.assign(document.createElement('a'), target).click()
}
