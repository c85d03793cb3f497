/** Which host answers: the name of the vitest project. */
export type HostName = 'memory' | 'edge' | 'web'

/** `fetch`'s options; `duplex` is what a streamed request body needs and the DOM's types lack. */
export type SendInit = RequestInit & { readonly duplex?: 'half' }

/**
 * Sends one request to the host under test. A path (`/api/v0/version`) is resolved against that host; an address
 * with another host is that host's `Host` header, where a client can choose it.
 * One node serves the whole run on `edge` and `web`: a suite never counts on an empty store.
 */
export type Send = (target: string | Request, init?: SendInit) => Promise<Response>

/** The bytes of a binary file of `test/fixtures/`, by its path there, wherever the suites of the host run. */
export type ReadFixture = (path: string) => Promise<Uint8Array>
