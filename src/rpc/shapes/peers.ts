import * as z from 'zod/mini'
import { CidLink } from './dag.ts'
import { PeerInfo } from './node.ts'

const limit = z.union([z.number(), z.literal('unlimited')])

/** Limits and what is in use of them. */
const ResourceScope = z.object({
  Memory: limit,
  MemoryUsage: z.number(),
  FD: limit,
  FDUsage: z.number(),
  Conns: limit,
  ConnsUsage: z.number(),
  ConnsInbound: limit,
  ConnsInboundUsage: z.number(),
  ConnsOutbound: limit,
  ConnsOutboundUsage: z.number(),
  Streams: limit,
  StreamsUsage: z.number(),
  StreamsInbound: limit,
  StreamsInboundUsage: z.number(),
  StreamsOutbound: limit,
  StreamsOutboundUsage: z.number(),
})

/** Connections and streams with peers: of the node, while they are opened, by protocol, and by peer id. */
export const Resources = z.object({
  System: ResourceScope,
  Transient: ResourceScope,
  Protocols: z.optional(z.record(z.string(), ResourceScope)),
  Peers: z.optional(z.record(z.string(), ResourceScope)),
})

/** A list of strings: addresses, topics, results. `null` where the reference sends that for an empty list. */
export const Strings = z.object({ Strings: z.nullable(z.array(z.string())) })

/** Addresses with peer ids. */
export const Peers = z.object({ Peers: z.array(z.string()) })

/** Known addresses by peer id. */
export const PeerAddresses = z.object({ Addrs: z.record(z.string(), z.array(z.string())) })

/** A peer that was added to those with which this node stays connected, or removed from them. */
export const PeeringResult = z.object({ ID: z.string(), Status: z.string() })

/** The peers with which this node stays connected. */
export const PeeredPeers = z.object({
  Peers: z.array(z.object({ ID: z.string(), Addrs: z.array(z.string()) })),
})

/** Whether peers reach this node, and at which addresses. */
export const Reachability = z.object({
  reachability: z.string(),
  unknown: z.optional(z.array(z.string())),
})

/** Open connections; `null` for none. `Direction`: 0 unknown or not requested, 1 inbound, 2 outbound. */
export const Connections = z.object({
  Peers: z.nullable(
    z.array(
      z.object({
        Addr: z.string(),
        Peer: z.string(),
        Latency: z.string(),
        Muxer: z.string(),
        Direction: z.number(),
        Streams: z.nullable(z.array(z.object({ Protocol: z.string() }))),
        /** The description that the peer has sent of itself. Only where the caller asks for it. */
        Identify: z.optional(PeerInfo),
      }),
    ),
  ),
})

/**
 * One step of a query. `Type`: 0 sending, 1 response, 2 final peer, 3 error, 4 provider, 5 value, 6 adding a
 * peer, 7 dialling.
 */
export const RoutingEvent = z.object({
  Extra: z.string(),
  ID: z.string(),
  Responses: z.nullable(z.array(z.object({ Addrs: z.array(z.string()), ID: z.string() }))),
  Type: z.number(),
})

/** One pong, or a status message. `Time` in nanoseconds. */
export const Pong = z.object({ Success: z.boolean(), Time: z.number(), Text: z.string() })

/** Totals exchanged with one peer, in bytes and blocks. `Value` is the debt ratio. */
export const BitswapLedger = z.object({
  Peer: z.string(),
  Value: z.number(),
  Sent: z.number(),
  Recv: z.number(),
  Exchanged: z.number(),
})

/** Statistics of the block exchange, in blocks and bytes. */
export const BitswapStat = z.object({
  ProvideBufLen: z.number(),
  Wantlist: z.array(CidLink),
  Peers: z.array(z.string()),
  BlocksReceived: z.number(),
  DataReceived: z.number(),
  BlocksSent: z.number(),
  DataSent: z.number(),
  DupBlksReceived: z.number(),
  DupDataReceived: z.number(),
  MessagesReceived: z.number(),
})

/** The wanted CIDs; `null` for none. */
export const Wantlist = z.object({ Keys: z.nullable(z.array(CidLink)) })

/** Sources and targets of forwarding; `null` for none. */
export const Listeners = z.object({
  Listeners: z.nullable(
    z.array(z.object({ Protocol: z.string(), ListenAddress: z.string(), TargetAddress: z.string() })),
  ),
})

/** Open forwarded connections; `null` for none. */
export const ForwardedStreams = z.object({
  Streams: z.nullable(
    z.array(
      z.object({
        HandlerID: z.string(),
        Protocol: z.string(),
        OriginAddress: z.string(),
        TargetAddress: z.string(),
      }),
    ),
  ),
})

/** One message of a topic: in base64 for clients that sent the topic in plain text, in a multibase for all others. */
export const PubsubMessage = z.object({
  from: z.optional(z.string()),
  data: z.optional(z.string()),
  seqno: z.optional(z.string()),
  topicIDs: z.optional(z.array(z.string())),
})

/** The number of listeners that were closed. */
export const ClosedCount = z.number()

/** The number of authors whose last numbers were forgotten. */
export const PubsubReset = z.object({ deleted: z.number() })
