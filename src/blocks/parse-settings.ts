import { DomainError } from '../errors.ts'
import { parseHosts } from '../http/allowed-hosts.ts'
import type { VerifyReads } from './source.ts'

/** What an owner decides of stored blocks. */
export interface BlockSettings {
  readonly verifyReads: VerifyReads
  /** Origins of trustless gateways that are asked for the right bytes of corrupt blocks. */
  readonly healGateways: readonly string[]
}

/** Settings as texts; an empty one is not set. */
export interface BlockTexts {
  /** `off` trusts raw leaves of 16 KiB and more; `on` when absent. */
  readonly VERIFY_READS?: string | undefined
  /** Hosts of trustless gateways that `repo/verify` may ask for blocks to heal, with commas between them. */
  readonly HEAL_HOSTS?: string | undefined
}

/** Reads the settings of blocks. Throws `invalid-argument`, naming the variable, for a text that cannot be read. */
export function parseBlockSettings({ VERIFY_READS = '', HEAL_HOSTS = '' }: BlockTexts): BlockSettings {
  if (!['', 'on', 'off'].includes(VERIFY_READS)) {
    const value = VERIFY_READS.slice(0, 80)
    throw new DomainError('invalid-argument', `Cannot read VERIFY_READS "${value}": neither "on" nor "off"`)
  }
  return {
    verifyReads: VERIFY_READS === 'off' ? 'nodes' : 'all',
    healGateways: parseHosts('HEAL_HOSTS', HEAL_HOSTS).map(originOf),
  }
}

const LOOPBACK_HOST = /^(127(\.\d+){3}|\[::1\]|localhost)(:\d+)?$/

/** Over HTTPS, but to this machine itself. */
function originOf(host: string): string {
  return `${LOOPBACK_HOST.test(host) ? 'http' : 'https'}://${host}`
}
