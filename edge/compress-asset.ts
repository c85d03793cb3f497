/** Types of assets that get much smaller. Pictures are compressed already. */
const COMPRESSIBLE = /^(?:text\/|application\/(?:javascript|json|manifest\+json)|image\/svg\+xml)/

/**
 * The asset, compressed by the runtime when the client accepts that, as the network in front of a deployment does.
 * The entity tag becomes a weak one: the bytes on the wire are others. HEAD and 304 say the same as GET.
 */
export function compressAsset(request: Request, asset: Response): Response {
  const type = asset.headers.get('Content-Type') ?? ''
  const { status, body } = asset
  const isWhole = (status === 200 || status === 304) && !asset.headers.has('Content-Encoding')
  if (!isWhole || !COMPRESSIBLE.test(type)) return asset
  const headers = new Headers(asset.headers)
  headers.append('Vary', 'Accept-Encoding')
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(request.headers.get('Accept-Encoding') ?? ''))
    return new Response(body, { status, headers })
  if (status === 200) headers.set('Content-Encoding', 'gzip')
  headers.delete('Content-Length')
  const tag = headers.get('ETag')
  if (tag?.startsWith('"')) headers.set('ETag', `W/${tag}`)
  return new Response(body, { status, headers })
}
