import { decodedPath } from '../../decoded-path.ts'

/** A path that the view shows: of the node's files, which can be changed, or of fixed content under a CID. */
export interface FilesPlace {
  readonly area: 'files' | 'ipfs'
  /** From the root down. In `ipfs` the first name is the CID. */
  readonly names: readonly string[]
}

/** A CID in its usual forms. A folder of the files may be called `ipfs` too: what is in it has other names. */
const CID = /^(Qm\w{44}|[a-zA-Z]\w{30,})$/

/** A CID in the bases that people paste. A long name without digits is taken for a name. */
const TYPED_CID =
  /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|(?=\D*\d)(b[a-z2-7]{30,}|z[1-9A-HJ-NP-Za-km-z]{30,}|k[0-9a-z]{30,}|f[0-9a-f]{30,}))$/

/** Parses what follows the view's name in the URL fragment: `photos/2026`, `ipfs/<cid>/photos`. */
export function parseFilesPlace(rest: string): FilesPlace {
  const names = rest.split('/').filter((name) => name !== '' && name !== '.' && name !== '..')
  const [first, second = ''] = names
  return first === 'ipfs' && CID.test(second)
    ? { area: 'ipfs', names: names.slice(1) }
    : { area: 'files', names }
}

/** The path as commands take it: `/photos/2026`, `/ipfs/<cid>/photos`. */
export function pathOf({ area, names }: FilesPlace): string {
  return `${area === 'ipfs' ? '/ipfs/' : '/'}${names.join('/')}`
}

/** The link to a path of the view: `#content/photos/2026`. */
export function hrefOf(path: string): string {
  return `#content${path === '/' ? '' : path.split('/').map(encodeURIComponent).join('/')}`
}

export function childPath(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`
}

/** The folder of a path. The root is in itself. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/**
 * The path that a visitor typed or pasted, if the text is one rather than a part of a name: a CID, an `/ipfs/` or
 * `/ipns/` path, a URI or gateway URL of one, or a path of the files.
 */
export function typedPath(text: string): string | undefined {
  const typed = text.trim().replace(/\/+$/, '')
  const path = /^(?:https?:\/\/[^/]+)?(\/ip[fn]s\/[^?#]+)/.exec(typed)?.[1]
  if (path) return decodedPath(path)
  const [, kind, rest] = /^(ip[fn]s):\/\/([^?#]+)/.exec(typed) ?? []
  if (kind && rest) return decodedPath(`/${kind}/${rest}`)
  const [, root, space, below = ''] = /^https?:\/\/(\w+)\.(ip[fn]s)\.[^/]+(\/[^?#]*)?/.exec(typed) ?? []
  if (root && space) return decodedPath(`/${space}/${root}${below}`)
  if (TYPED_CID.test(typed.split('/')[0] ?? '')) return `/ipfs/${typed}`
  return typed.startsWith('/') ? typed : undefined
}
