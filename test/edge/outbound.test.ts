import { describe, expect, it } from 'vitest'
import { useSections } from '../../edge/use-sections.ts'
import { parseConfig } from '../../src/config/read-config.ts'

const HOSTS = {
  audit: 'node.example.org:8080',
  healing: 'ipfs.example.org',
  fetching: 'blocks.example.org',
  pictures: 'images.example.org',
} as const
const PURPOSES = ['audit', 'healing', 'fetching', 'pictures'] as const

const PINNING = parseConfig({ PINNING_HOSTS: '127.0.0.1:8080, pins.lan' })

describe('what a node at the edge may ask others for', () => {
  const { outbound: ports } = useSections(
    parseConfig({
      AUDIT_HOSTS: HOSTS.audit,
      HEAL_HOSTS: HOSTS.healing,
      FETCH_HOSTS: HOSTS.fetching,
      CALENDAR_IMAGE_HOSTS: HOSTS.pictures,
    }),
  )
  const refusal = (purpose: (typeof PURPOSES)[number], host: string) =>
    ports[purpose]?.refusal(new URL(`https://${host}/ipfs/cid`))

  it.each(PURPOSES)('asks the hosts named for %s for that, and for nothing else', (named) => {
    const asking = PURPOSES.filter((purpose) => refusal(purpose, HOSTS[named]) === undefined)

    expect(asking).toEqual([named])
  })

  it('names the variable in which a host is missing', () => {
    expect(refusal('audit', HOSTS.healing)).toBe('AUDIT_HOSTS of this node does not name its host')
  })

  it('asks nobody where no host is named', () => {
    const none = useSections(parseConfig({})).outbound

    for (const purpose of PURPOSES) {
      expect(none[purpose]?.refusal(new URL('https://node.example.org/'))).toMatch(/does not name its host$/)
    }
  })

  it.each([
    ['http://127.0.0.1:8080/pins', undefined],
    ['https://pins.lan/pins', undefined],
    ['https://pins.example.org/pins', undefined],
    ['http://127.0.0.1:8081/pins', 'address literal'],
    ['http://localhost/pins', 'local name'],
  ])('asks a pinning service at %s by the text of its address', (address, reason) => {
    const refusal = useSections(PINNING).outbound.pinning?.refusal(new URL(address))

    if (reason === undefined) expect(refusal).toBeUndefined()
    else expect(refusal).toMatch(new RegExp(`${reason}.*PINNING_HOSTS$`))
  })

  it('asks for URLs that are added only where the urlstore is enabled, and by the text of the address', () => {
    const enabled = parseConfig({ URLSTORE_ENABLED: 'true', URLSTORE_HOSTS: '127.0.0.1:8080' })
    const refusal = (address: string) => useSections(enabled).outbound.sources?.refusal(new URL(address))

    expect(useSections(parseConfig({})).outbound.sources).toBeUndefined()
    expect(refusal('https://files.example.org/a')).toBeUndefined()
    expect(refusal('http://127.0.0.1:8080/a')).toBeUndefined()
    expect(refusal('http://169.254.169.254/')).toMatch(/address literal.*URLSTORE_HOSTS$/)
  })
})
