import { inject } from 'vitest'
import type { HostName, Send } from './host.ts'
import { sendByHost } from './send-by-host.ts'

/** The built Worker in workerd, over HTTP. */
export const host: HostName = 'edge'

const url = inject('workerdUrl')

export const send: Send = async (target, init) => {
  if (typeof target !== 'string') return fetch(target, init)
  const address = new URL(target, url)
  return address.host === new URL(url).host
    ? fetch(address, init)
    : sendByHost(url, new Request(address, init))
}
