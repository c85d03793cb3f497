/**
 * Peers reset the stream of a message of more than 1 MiB without an error, and then nothing arrives in any topic. The
 * 4 KiB are for what is sent with the data: topic, author, and the key and signature of the largest RSA key.
 */
export const MAX_MESSAGE_BYTES = 1024 * 1024 - 4096

/** A frame of the protocol, in which a peer may send several messages. Peers split larger ones. */
export const MAX_FRAME_BYTES = 1024 * 1024

/** Longest name of a topic in UTF-8: each message contains it. */
export const MAX_TOPIC_BYTES = 1024

/** Most topics of this node. Peers with the same software accept about 1,000 of each peer, and ignore more. */
export const MAX_TOPICS = 500

/** Most open subscriptions of callers, several of a topic counted apart. */
export const MAX_SUBSCRIPTIONS = 1000

/** Most messages that wait for one slow subscriber. Further ones are dropped and counted. */
export const MAX_WAITING_MESSAGES = 256

/** Bytes that wait for one slow subscriber: one message of the maximum size, and some. */
export const MAX_WAITING_BYTES = 2 * 1024 * 1024

/** Bytes that wait for all subscribers together, so that many slow ones fit in a small host too. */
export const MAX_ALL_WAITING_BYTES = 16 * 1024 * 1024

/** The reference implementation drops messages of an author that follow one another faster. */
export const PUBLISH_INTERVAL_MS = 5

/** Most messages that wait to be published, for 2 seconds. */
export const MAX_WAITING_PUBLISHES = 400

/**
 * How long the id of a message is kept, so that a second copy of it is recognized, and what is known of a peer that
 * has left: for an hour in the package, however many come and go.
 */
export const REMEMBERED_MS = 60_000

/** Bytes of messages that are accepted in a second from all peers together. Forwarding holds them for 5 seconds. */
export const ACCEPTED_BYTES_PER_SECOND = 4 * 1024 * 1024

/** Bytes of messages that are accepted at once after a pause. */
export const ACCEPTED_BURST_BYTES = 8 * 1024 * 1024

/** The least that a message counts: its ids are kept for a minute, and its signature is verified. */
export const LEAST_MESSAGE_COST_BYTES = 8 * 1024

/** Maximum number of authors whose last numbers are kept. The one without messages for the longest time is dropped first. */
export const MAX_AUTHORS = 4096

/** A peer that has connected sends its topics within this time. */
export const SETTLING_MS = 2_000

/** How often it is looked whether the stream to a subscriber is open, which nothing reports. */
export const OPENING_MS = 20
