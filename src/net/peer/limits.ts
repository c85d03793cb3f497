/**
 * Connections at the same time, however high the owner's `Swarm.ConnMgr.HighWater` is: each takes up to 100 KB, and
 * the runtime of a deployment has 128 MB for everything.
 */
export const MAX_CONNECTIONS = 300

/** Inbound connections that are not yet encrypted. */
export const MAX_PENDING_CONNECTIONS = 32

/** Inbound connections a second from one address. On loopback, and behind a proxy, all peers have the same. */
export const MAX_CONNECTIONS_A_SECOND = 100

/** Streams that a peer may open on one connection, over all protocols. Each protocol has a lower limit of its own. */
export const MAX_INBOUND_STREAMS = 512

/**
 * What a peer may send ahead on one stream. A paused stream is reset when it holds over 4 MiB, which the package's own
 * window of 16 MiB permits.
 */
export const MAX_STREAM_WINDOW_BYTES = 2 * 1024 * 1024

/** Bytes that wait to be sent on one stream, for a peer that does not read. More ends the stream. */
export const MAX_UNSENT_BYTES = 16 * 1024 * 1024

/** What a peer tells about itself in one message. */
export const MAX_IDENTIFY_BYTES = 8 * 1024
