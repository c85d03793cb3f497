import { expect, it } from 'vitest'
import { withProfile } from '../../../src/config/profiles.ts'

it('autoconf-off empties what the reference reads from its makers, and changes nothing else', () => {
  const before = { Bootstrap: ['/ip4/127.0.0.1/tcp/1'], DNS: { Resolvers: ['https://dns.example'] }, Own: 1 }

  expect(withProfile(before, 'autoconf-off', { bytes: (count) => new Uint8Array(count) })).toEqual({
    AutoConf: { Enabled: false },
    Bootstrap: [],
    DNS: { Resolvers: [] },
    Ipns: { DelegatedPublishers: [] },
    Routing: { DelegatedRouters: [] },
    Own: 1,
  })
})
