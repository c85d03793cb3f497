import type { Send, SendInit } from '../hosts/host.ts'

/** A pin as the Pinning Services API prints it. */
export interface PrintedPin {
  readonly requestid: string
  readonly status: string
  readonly created: string
  readonly pin: { readonly cid: string; readonly name?: string }
  readonly delegates: readonly string[]
  readonly info: Readonly<Record<string, string>>
}

export interface PrintedPage {
  readonly count: number
  readonly results: readonly PrintedPin[]
}

export interface PinUser {
  /** Sends a request to `/pins` and what follows. An object is sent as JSON. */
  readonly ask: (path: string, init?: SendInit & { readonly json?: unknown }) => Promise<Response>
  readonly add: (pin: object, path?: string) => Promise<PrintedPin>
  readonly get: (requestId: string) => Promise<PrintedPin>
  readonly list: (query?: Readonly<Record<string, string>>) => Promise<PrintedPage>
  /** Polls a pin until it is in this state. */
  readonly until: (requestId: string, status: string) => Promise<PrintedPin>
  /** Polls a pin until the service asks for its content. */
  readonly untilUpload: (pin: PrintedPin) => Promise<PrintedPin>
  /** Sends a CAR to the upload address of a pin. */
  readonly upload: (pin: PrintedPin, car: BodyInit) => Promise<Response>
}

const POLL_MS = 5
const MAX_POLLS = 1000

/** A user of the pinning service of a host. Without a token, a caller of a loopback node. */
export function pinUser(send: Send, token?: string): PinUser {
  const ask: PinUser['ask'] = (path, { json, ...init } = {}) =>
    send(`/pins${path}`, {
      ...init,
      headers: { ...(token !== undefined && { Authorization: `Bearer ${token}` }), ...init.headers },
      ...(json !== undefined && { method: init.method ?? 'POST', body: JSON.stringify(json) }),
    })
  const read = async <T>(response: Promise<Response>): Promise<T> => {
    const { ok, status } = await response
    const text = await (await response).text()
    if (ok) return JSON.parse(text)
    throw new Error(`the pinning service answers ${status}: ${text}`)
  }
  const get: PinUser['get'] = (requestId) => read(ask(`/${requestId}`))
  const polled = async (requestId: string, isRight: (pin: PrintedPin) => boolean) => {
    for (let polls = 0; polls < MAX_POLLS; polls += 1) {
      const pin = await get(requestId)
      if (isRight(pin)) return pin
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    throw new Error(`the pin stays ${JSON.stringify(await get(requestId))}`)
  }
  return {
    ask,
    get,
    add: (pin, path = '') => read(ask(path, { json: pin })),
    list: (query = {}) => read(ask(`?${new URLSearchParams(query)}`)),
    until: (requestId, status) => polled(requestId, (pin) => pin.status === status),
    untilUpload: ({ requestid }) => polled(requestid, ({ info }) => info['upload'] !== undefined),
    upload: ({ info: { upload = '' } }, body) =>
      send(new URL(upload).pathname, {
        method: 'PUT',
        headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
        body,
      }),
  }
}
