export interface Case {
  /** Section and key of the value. */
  readonly at: string
  readonly unset: unknown
  /** A text, and the value that a service takes. */
  readonly right: readonly [string, unknown]
  /** A text that cannot be read, and what is said of it. */
  readonly wrong: readonly [string, RegExp]
}

/** What the variables of the peer read. */
export const NETWORK_CASES = {
  PROVIDE_ENABLED: {
    at: 'routing.isProviding',
    unset: true,
    right: ['false', false],
    wrong: ['no', /^Cannot read PROVIDE_ENABLED "no": neither "true" nor "false"$/],
  },
  PROVIDE_STRATEGY: {
    at: 'routing.provideStrategy',
    unset: undefined,
    right: ['pinned+mfs', 'pinned+mfs'],
    wrong: ['all+mfs', /^Cannot read PROVIDE_STRATEGY "all\+mfs": not a strategy such as "pinned\+mfs"$/],
  },
  PROVIDE_INTERVAL: {
    at: 'routing.provideIntervalMs',
    unset: undefined,
    right: ['1h30m', 5_400_000],
    wrong: ['49h', /^Cannot read PROVIDE_INTERVAL "49h": not a duration up to 48h, such as "1h30m"$/],
  },
  SWARM_ADDRESSES: {
    at: 'network.addresses',
    unset: [],
    right: [
      '/dns4/a.example/tcp/443/tls/ws, /ip4/127.0.0.1/tcp/1/ws',
      ['/dns4/a.example/tcp/443/tls/ws', '/ip4/127.0.0.1/tcp/1/ws'],
    ],
    wrong: ['a.example', /^Cannot read SWARM_ADDRESSES "a\.example": not an address such as/],
  },
  RELAY_SERVICE_ENABLED: {
    at: 'network.isRelay',
    unset: undefined,
    right: ['true', true],
    wrong: ['yes', /^Cannot read RELAY_SERVICE_ENABLED "yes": neither "true" nor "false"$/],
  },
  RELAY_PEERS: {
    at: 'network.relayPeers',
    unset: [],
    right: [
      'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn',
      ['QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'],
    ],
    wrong: ['me', /^Cannot read RELAY_PEERS "me": not the id of a peer$/],
  },
} as const satisfies Readonly<Record<string, Case>>
