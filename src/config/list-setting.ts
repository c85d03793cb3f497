import * as z from 'zod/mini'
import { type Setting, setting } from './setting.ts'

/** A list, with commas between its items in the variable. */
export type List = z.ZodMiniType<readonly string[], string>

type Declared<Variable extends string> = Omit<
  Setting<Variable, readonly string[], readonly string[]>,
  'default' | 'shown' | 'form'
>

/** Declares a list that is empty unless the owner sets it. */
export function listSetting<const Variable extends string>(
  declared: Declared<Variable>,
): Setting<Variable, readonly string[], readonly string[]> {
  return setting({ ...declared, default: [], shown: '', form: 'list' })
}

/**
 * A list whose items `faultOf` accepts, by returning `undefined`. Otherwise it returns the reason. `normalize` changes
 * each item.
 */
export function listOf(
  faultOf: (item: string) => string | undefined,
  { normalize = (item) => item }: { readonly normalize?: (item: string) => string } = {},
): List {
  return z.pipe(
    z.string().check((payload) => {
      for (const item of itemsOf(payload.value)) {
        const message = faultOf(item)
        if (message === undefined) continue
        payload.issues.push({ code: 'custom', input: item, message })
        return
      }
    }),
    z.transform((text) => itemsOf(text).map(normalize)),
  )
}

/** A fault of items for which `accepts` returns false. */
function unless(accepts: (item: string) => boolean, reason: string): (item: string) => string | undefined {
  return (item) => (accepts(item) ? undefined : reason)
}

const isHost = (text: string): boolean => URL.parse(`http://${text}`)?.host === text

const checkHost = unless(isHost, 'not a host such as "images.example.org"')

/** Hosts such as `images.example.org, images.example.org:8080`. */
export const hosts = listOf(checkHost)

/** {@link hosts} as origins: over HTTPS, except for this machine itself. */
export const origins = listOf(checkHost, {
  normalize: (host) => `${isLoopbackHost(host) ? 'http' : 'https'}://${host}`,
})

/** Hosts with ports, such as `127.0.0.1:8080, chat.example.org:443`. */
export const endpoints = listOf(unless(isEndpoint, 'not a host with its port such as "127.0.0.1:8080"'))

/** Addresses over HTTPS, or of this machine, such as `https://dns.example.org/dns-query`. */
export const addresses = listOf(
  unless(isAddress, 'not an address such as "https://dns.example.org/dns-query"'),
)

const SITE = /^(\*\.)?([a-z0-9_-]+\.)+[a-z0-9_-]*[a-z][a-z0-9_-]*$/i

/** Domains such as `docs.example.org, *.example.org`, in lower case. `*` matches one label or more. */
export const sites = listOf(
  unless((site) => SITE.test(site), 'not a domain such as "docs.example.org" or "*.example.org"'),
  { normalize: (site) => site.toLowerCase() },
)

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
