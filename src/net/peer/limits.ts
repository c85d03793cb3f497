/**
 * Connections at the same time, however high the owner's `Swarm.ConnMgr.HighWater` is: each takes up to 100 KB, and
 * the runtime of a deployment has 128 MB for everything.
 */
export const MAX_CONNECTIONS = 300

/** Inbound connections that are not yet encrypted. */
export const MAX_PENDING_CONNECTIONS = 32

/** Inbound connections a second from one address. On loopback, and behind a proxy, all peers have the same. */
export const MAX_CONNECTIONS_A_SECOND = 100

/** Streams that a peer may have open on one connection, over all protocols. Each protocol has a lower limit of its own. */
export const MAX_INBOUND_STREAMS = 512

/**
 * New streams on one connection: at once, and then in each second. The reference opens one for each message, 740 a
 * second at 100 MiB/s. A stream costs a timer, also one that is reset at once.
 */
export const MAX_NEW_STREAMS = 4_000
export const NEW_STREAMS_A_SECOND = 1_000

/** Pings of the muxer on one connection: at once, and then in each second. Each is answered. */
export const MAX_MUXER_PINGS = 100
export const MUXER_PINGS_A_SECOND = 10

/** Streams of one connection that have not agreed on a protocol, and what a peer may send on them meanwhile. */
export const MAX_EARLY_STREAMS = 128
export const MAX_EARLY_BYTES = 8 * 1024 * 1024

/**
 * What a peer may send ahead on one stream. A paused stream is reset when it holds over 4 MiB, which the package's own
 * window of 16 MiB permits.
 */
export const MAX_STREAM_WINDOW_BYTES = 2 * 1024 * 1024

/**
 * A message in a channel of WebRTC, which the package collects up to 4 MiB: four times what its specification permits
 * (libp2p WebRTC, "Multiplexing": 16 KiB).
 */
export const MAX_CHANNEL_MESSAGE_BYTES = 64 * 1024

/** Unread bytes in memory: of one connection, and of all. They are counted after so many more. */
export const MAX_UNREAD_OF_CONNECTION = 16 * 1024 * 1024
export const MAX_UNREAD_BYTES = 48 * 1024 * 1024
export const CHECKED_EVERY_BYTES = 256 * 1024

/** Bytes that wait to be sent on one stream, for a peer that does not read. More ends the stream. */
export const MAX_UNSENT_BYTES = 16 * 1024 * 1024

/**
 * Bytes that are sent to one peer before it shows that it has read them. When those of all peers are more than the last
 * number, each peer gets the small one: half of what its windows permit at first.
 */
export const MAX_SENT_AHEAD_BYTES = 16 * 1024 * 1024
export const MIN_SENT_AHEAD_BYTES = 128 * 1024
export const MAX_SENT_AHEAD_OF_ALL_BYTES = 32 * 1024 * 1024

/** Such pieces may go twice as far ahead: those of protocols by which peers see that a connection works. */
export const SMALL_SENT_BYTES = 1024

/** Pings of this node on one connection: at once, and then in each second. Peers end it at {@link MAX_MUXER_PINGS}. */
export const SENT_PINGS = 50
export const SENT_PINGS_A_SECOND = 5

/** Maximum size of the message in which a peer describes itself. */
export const MAX_IDENTIFY_BYTES = 8 * 1024

/**
 * Protocols are advertised to peers this long after their last change. Each side opens its stream for messages then, and
 * the package's own second counts twice against `SETTLING_MS` of pubsub.
 */
export const PUSH_DELAY_MS = 100

/**
 * Peers that are stored without a connection, and the bytes of all peers. libp2p keeps each peer for hours, however
 * many there are.
 */
export const MAX_IDLE_PEERS = 1_000
export const MAX_PEERS_BYTES = 8 * 1024 * 1024

/** Maximum size of the data that is stored about one peer. A typical one takes two or three kilobytes. */
export const MAX_PEER_BYTES = 16 * 1024

/** How long addresses of a peer are stored. The package drops them after an hour, even those that work. */
export const MAX_PEER_AGE_MS = 24 * 60 * 60_000
