import { folderOf, hrefOf, typedPath } from '../files/place.ts'

/** A link to the web, or to a place of this view. `undefined` for every other scheme, such as `javascript:`. */
export function safeHref(target: string, path: string): string | undefined {
  if (/^https?:\/\//i.test(target)) return target
  const content = /^ip[fn]s:\/\//.test(target) ? typedPath(target) : undefined
  if (content !== undefined) return hrefOf(content)
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) || /^[#?]/.test(target) || target.startsWith('//')) return undefined
  try {
    const folder = folderOf(path).split('/').filter(Boolean).map(encodeURIComponent)
    const { pathname } = new URL(target, `http://files/${folder.map((name) => `${name}/`).join('')}`)
    return hrefOf(decodeURIComponent(pathname))
  } catch {
    return undefined
  }
}
