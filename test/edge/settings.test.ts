import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../edge/local/settings.ts'
import { formatAuthorizations } from '../../src/access/authorizations.ts'
import { makeToken } from '../../src/access/tokens.ts'
import { nodeTexts } from '../../src/config/read-config.ts'
import { seededRandom } from '../../src/memory/seeded-random.ts'

describe('readSettings()', () => {
  it('is port 5001 and the folder .tidepool when nothing is set', () => {
    const expected = {
      host: '127.0.0.1',
      isLoopback: true,
      port: 5001,
      dataFolder: resolve('.tidepool'),
      diskReserveBytes: 16 * 1024 * 1024,
      variables: nodeTexts({}),
    }

    expect(readSettings({})).toEqual(expected)
    expect(readSettings({ TIDEPOOL_HOST: '', PORT: '', TIDEPOOL_DATA: '' })).toEqual(expected)
  })

  it('takes ports from 0 to 65535 and any folder', () => {
    expect(readSettings({ PORT: '0', TIDEPOOL_DATA: '/data' })).toMatchObject({
      port: 0,
      dataFolder: '/data',
    })
    expect(readSettings({ PORT: '65535' }).port).toBe(65_535)
  })

  for (const port of ['65536', '-1', '80a', '5001 ', '1e3', '0x10', '000080']) {
    it(`refuses port "${port}"`, () => {
      expect(() => readSettings({ PORT: port })).toThrow(
        `Cannot listen on PORT "${port}": not a number from 0 to 65535`,
      )
    })
  }

  it('takes a reserve of the disk in MiB, and refuses what is no number of them', () => {
    expect(readSettings({ DISK_RESERVE_MIB: '0' }).diskReserveBytes).toBe(0)
    expect(readSettings({ DISK_RESERVE_MIB: '100' }).diskReserveBytes).toBe(100 * 1024 * 1024)
    expect(() => readSettings({ DISK_RESERVE_MIB: '16 MiB' })).toThrow(
      'Cannot read DISK_RESERVE_MIB "16 MiB": not a number of MiB from 0 to 9999999',
    )
  })

  it('takes origins of pages that may call, and refuses a list that lets every site in', () => {
    expect(readSettings({ API_ORIGIN: 'https://app.example' }).variables).toMatchObject({
      API_ORIGIN: 'https://app.example',
    })
    expect(() => readSettings({ API_ORIGIN: '*' })).toThrow('Cannot allow origin "*"')
  })

  it('takes hosts of nodes to audit, and refuses what is no host', () => {
    const AUDIT_HOSTS = 'node.example.org, 127.0.0.1:5002'
    expect(readSettings({ AUDIT_HOSTS }).variables).toMatchObject({ AUDIT_HOSTS })
    expect(() => readSettings({ AUDIT_HOSTS: 'https://node.example.org' })).toThrow(
      /^Cannot read AUDIT_HOSTS/,
    )
  })

  it('reads whether blocks are verified and which hosts replace corrupt ones, and refuses other values', () => {
    const texts = { VERIFY_READS: 'off', HEAL_HOSTS: 'gateway.example.org, 127.0.0.1:8080' }
    expect(readSettings(texts).variables).toMatchObject(texts)
    expect(() => readSettings({ VERIFY_READS: 'no' })).toThrow(/^Cannot read VERIFY_READS "no"/)
    expect(() => readSettings({ HEAL_HOSTS: 'https://example.org' })).toThrow(/^Cannot read HEAL_HOSTS/)
  })

  it('takes a host name as domain of the gateway, and nothing else', () => {
    expect(readSettings({ GATEWAY_DOMAIN: 'Files.example.org' }).variables).toMatchObject({
      GATEWAY_DOMAIN: 'Files.example.org',
    })
    for (const domain of ['example.org:80', 'https://example.org', '.example.org', 'example.org.', 'a b']) {
      expect(() => readSettings({ GATEWAY_DOMAIN: domain })).toThrow(/^Cannot serve GATEWAY_DOMAIN/)
    }
  })

  for (const host of ['127.0.0.1', '127.0.0.2', '127.255.0.9', '::1', 'localhost']) {
    it(`needs no token on ${host}`, () => {
      expect(readSettings({ TIDEPOOL_HOST: host })).toMatchObject({ host, isLoopback: true })
    })
  }

  for (const host of ['0.0.0.0', '::', '192.168.1.7', 'node.example', '127.0.0.1.example', '127.1']) {
    it(`refuses ${host} while there is no token`, async () => {
      const { authorization } = await makeToken({
        random: seededRandom(1),
        name: 'laptop',
        allowedPaths: ['/api/v0'],
        expiresAtMs: undefined,
      })
      const authorizations = formatAuthorizations(new Map([['laptop', authorization]]))
      const open = { TIDEPOOL_HOST: host, API_AUTHORIZATIONS: authorizations }

      expect(() => readSettings({ TIDEPOOL_HOST: host })).toThrow(/^Cannot listen on TIDEPOOL_HOST/)
      expect(() => readSettings({ ...open, API_AUTHORIZATIONS: '{}' })).toThrow(/^Cannot listen/)
      expect(readSettings(open)).toMatchObject({
        host,
        isLoopback: false,
        variables: { API_AUTHORIZATIONS: authorizations },
      })
    })
  }

  it('takes settings of the ledger by their names, and refuses those that cannot be read', () => {
    const given = { LEDGER_KEEP_ROOTS: '100', LEDGER_ADDRESS_PREFIX: 'pool' }

    expect(readSettings(given).variables).toMatchObject({ ...given, LEDGER_RETENTION: '' })
    expect(() => readSettings({ LEDGER_KEEP_ROOTS: '0' })).toThrow(
      'Cannot read LEDGER_KEEP_ROOTS "0": not a number of roots from 1 to 1000000000',
    )
  })

  it('refuses authorizations that cannot be read', () => {
    expect(() => readSettings({ API_AUTHORIZATIONS: '{' })).toThrow(
      'Cannot read API_AUTHORIZATIONS: not a JSON object',
    )
  })
})
