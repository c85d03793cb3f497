import { inject } from 'vitest'
import type { HostName, Send } from './host.ts'

/** The built Worker in workerd, over HTTP. */
export const host: HostName = 'edge'

const url = inject('workerdUrl')

export const send: Send = (target, init) =>
  fetch(typeof target === 'string' ? new URL(target, url) : target, init)
