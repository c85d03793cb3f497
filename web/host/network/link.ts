/**
 * A connection between the leader and one caller: two processes of this browser. It carries many calls at once, in
 * messages that arrive once and in order.
 */
export interface Link<Sent, Received> {
  /** Sends a message of a call. Does nothing after the end of the link. */
  post(call: number, message: Sent): void
  /** Sets the only listener. */
  listen(receive: (call: number, message: Received) => void): void
  /** Aborts when the other process has ended, or this one has closed the link. */
  readonly closed: AbortSignal
}

interface Posted<Message> {
  readonly call: number
  readonly message: Message
}

/** The part of a `BroadcastChannel` or `MessagePort` that a link uses. */
export interface Channel {
  postMessage(message: unknown): void
  onmessage: ((event: MessageEvent) => void) | null
}

/** A link over a channel that has no other users. */
export function channelLink<Sent, Received>(channel: Channel, closed: AbortSignal): Link<Sent, Received> {
  return {
    closed,
    post(call, message) {
      if (!closed.aborted) channel.postMessage({ call, message } satisfies Posted<Sent>)
    },
    listen(receive) {
      channel.onmessage = ({ data }: MessageEvent<Posted<Received>>) => {
        if (!closed.aborted) receive(data.call, data.message)
      }
    },
  }
}
