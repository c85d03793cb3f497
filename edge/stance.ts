/**
 * Who may call. `closed`: only callers with a token. The other values are set only by the starter of a local node:
 * `loopback` where only this machine reaches the node, `exposed` where others do.
 */
export type Stance = 'closed' | 'loopback' | 'exposed'
