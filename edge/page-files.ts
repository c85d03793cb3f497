import { typeOfName } from '../src/gateway/body/content-type.ts'
import { matchesEtag } from '../src/http/match-etag.ts'

/** Letters, digits, and no segment that begins with a dot or an underscore: the build makes no other names. */
const FILE_PATH = /^(?:\/[a-zA-Z0-9][a-zA-Z0-9._-]*)*\/?$/

const INDEX = 'index.html'

/** What answers for the files of the page: the assets of a deployment, or {@link pageFiles}. */
export interface PageAssets {
  fetch(request: Request): Promise<Response>
}

export interface PageFilesOptions {
  /** The runtime's service for the folder of the built page. It lists folders, and knows no types. */
  readonly folder: Pick<Fetcher, 'fetch'>
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>
  /** Of the build. Some tools install files of all versions with one time. */
  readonly version: string
}

/**
 * The built page from this machine's disk, with the answers that a deployment's assets give: types, tags, 304, and
 * redirects to the folder of an `index.html`. 404 for any other path. Takes GET and HEAD. The simulator's own assets are
 * four more Workers: a start takes a seventh more processor time with them, and 9 MiB.
 */
export function pageFiles({ folder, headers: common, version }: PageFilesOptions): PageAssets {
  const ask = (path: string, method: string) => folder.fetch(`http://page${path}`, { method })

  const redirectToFolder = async (url: URL) => {
    const path = url.pathname.endsWith(`/${INDEX}`)
      ? url.pathname.slice(0, -INDEX.length)
      : `${url.pathname}/`
    const { ok } = await ask(path + INDEX, 'HEAD')
    if (!ok) return notFound()
    return new Response(null, { status: 307, headers: { ...common, Location: path + url.search } })
  }

  return {
    async fetch(request) {
      const url = new URL(request.url)
      const { pathname } = url
      if (!FILE_PATH.test(pathname)) return notFound()
      const path = pathname.endsWith('/') ? pathname + INDEX : pathname
      const type = typeOfName(path)
      if (type === undefined || pathname.endsWith(`/${INDEX}`)) return redirectToFolder(url)
      const file = await ask(path, request.method)
      if (!file.ok) {
        await file.body?.cancel()
        return notFound()
      }
      const tag = tagOf(version, file)
      const headers = {
        ...common,
        // All files of the page are UTF-8; the gateway leaves the encoding of HTML that others wrote to it.
        'Content-Type': type === 'text/html' ? `${type}; charset=utf-8` : type,
        'Cache-Control': 'public, max-age=0, must-revalidate',
        ETag: tag,
      }
      if (!matchesEtag(request.headers.get('If-None-Match'), tag)) return new Response(file.body, { headers })
      await file.body?.cancel()
      return new Response(null, { status: 304, headers })
    },
  }
}

/** Also of the length and the time of the last change, so that a new build under a running node has new tags. */
function tagOf(version: string, { headers }: Response): string {
  const changedMs = Date.parse(headers.get('Last-Modified') ?? '')
  return `"${version}-${Number(headers.get('Content-Length')).toString(36)}-${(changedMs / 1000).toString(36)}"`
}

function notFound(): Response {
  return new Response(null, { status: 404 })
}
