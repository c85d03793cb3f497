import { call } from './call.ts'
import type { Kept } from './kept-names.ts'

/** Saves a file as it is, and anything else as a tar archive. */
export async function download({ cid, name = cid, isFolder = true }: Kept): Promise<void> {
  if (!isFolder) return save(`/ipfs/${cid}?download=true&filename=${encodeURIComponent(name)}`, name)
  const query = new URLSearchParams({ arg: cid, archive: 'true' })
  const archive = await call(`get?${query}`, {}, (response) => response.blob())
  const url = URL.createObjectURL(archive)
  save(url, `${name}.tar`)
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}

/** The browser takes the archive over when it starts to save; nothing tells when it has. */
const REVOKE_AFTER_MS = 60_000

function save(href: string, filename: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = filename
  link.click()
}
