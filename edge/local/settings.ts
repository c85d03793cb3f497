import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { nodeTexts, parseConfig, parseSection, type Texts } from '../../src/config/read-config.ts'
import { starterSection } from '../../src/config/sections/starter.ts'

export interface Settings {
  /** The address to bind, which is on loopback unless somebody has a token. */
  readonly host: string
  readonly isLoopback: boolean
  /** 0 lets the system choose a free one. */
  readonly port: number
  /** Absolute. */
  readonly dataFolder: string
  /** Room on the disk that only what removes may use. */
  readonly diskReserveBytes: number
  /** What the node decides by, in texts that it can read, by their variables; empty for what is not set. */
  readonly variables: Texts
}

const LOOPBACK_HOSTS = ['::1', 'localhost']

/**
 * Reads the variables of `src/config/schema.ts`. Throws an Error, fit to be shown, for one that cannot be read, and
 * for a host that others reach while nobody has a token.
 */
export function readSettings(environment: Texts): Settings {
  const { host, port, dataFolder, diskReserveBytes } = parseSection(starterSection, environment)
  const { access } = parseConfig(environment)
  const isLoopback = LOOPBACK_HOSTS.includes(host) || (isIPv4(host) && host.startsWith('127.'))
  if (access.authorizations.size === 0 && !isLoopback) {
    throw new Error(
      `Cannot listen on TIDEPOOL_HOST "${host}": API_AUTHORIZATIONS holds no token (npm run token makes one)`,
    )
  }
  return {
    host,
    isLoopback,
    port,
    dataFolder: resolve(dataFolder),
    diskReserveBytes,
    variables: nodeTexts(environment),
  }
}
