import * as z from 'zod/mini'
import { kind, type SettingKind } from './kind.ts'

export interface ListKindOptions {
  /** The words after `not` in errors, which say what each item is. */
  readonly what: string
  /** An item that the list accepts. */
  readonly example: string
  /** Changes each item. */
  readonly normalize?: (item: string) => string
}

/** A list of items for which `accepts` returns true, with commas between them. */
export function listThat(
  accepts: (item: string) => boolean,
  { what, example, normalize = (item) => item }: ListKindOptions,
): SettingKind<readonly string[]> {
  const message = `not ${what} such as "${example}"`
  const type = z.pipe(
    z.string().check((payload) => {
      const input = itemsOf(payload.value).find((item) => !accepts(item))
      if (input !== undefined) payload.issues.push({ code: 'custom', input, message })
    }),
    z.transform((text) => itemsOf(text).map(normalize)),
  )
  return kind(type, { form: 'list', example })
}

const isHost = (text: string): boolean => URL.parse(`http://${text}`)?.host === text

const HOST = { what: 'a host', example: 'images.example.org' }

/** Hosts such as `images.example.org, images.example.org:8080`. */
export const hosts = listThat(isHost, HOST)

/** {@link hosts} as origins: over HTTPS, except for this machine itself. */
export const origins = listThat(isHost, {
  ...HOST,
  normalize: (host) => `${isLoopbackHost(host) ? 'http' : 'https'}://${host}`,
})

/** Hosts with ports, such as `127.0.0.1:8080, chat.example.org:443`. */
export const endpoints = listThat(isEndpoint, { what: 'a host with its port', example: '127.0.0.1:8080' })

/** Addresses over HTTPS, or of this machine, such as `https://dns.example.org/dns-query`. */
export const addresses = listThat(isAddress, {
  what: 'an address',
  example: 'https://dns.example.org/dns-query',
})

const SITE = /^(\*\.)?([a-z0-9_-]+\.)+[a-z0-9_-]*[a-z][a-z0-9_-]*$/i

/** Domains such as `docs.example.org, *.example.org`, in lower case. `*` matches one label or more. */
export const sites = listThat((site) => SITE.test(site), {
  what: 'a domain, or all domains below one,',
  example: '*.example.org',
  normalize: (site) => site.toLowerCase(),
})

function isEndpoint(text: string): boolean {
  const url = URL.parse(`tcp://${text}`)
  return url?.host === text && url.port !== '' && url.port !== '0'
}

function isAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url?.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.host))
}

const LOOPBACK_HOST = /^(127(\.\d+){3}|\[::1\]|localhost)(:\d+)?$/

/** True for a host of this machine, which may be asked without encryption. */
function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST.test(host)
}

function itemsOf(text: string): readonly string[] {
  const items = text.split(',').map((item) => item.trim())
  return items.filter((item) => item !== '')
}
