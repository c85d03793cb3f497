import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { nodeTexts, parseConfig, parseSection, type Texts } from '../../src/config/read-config.ts'
import { starterSection } from '../../src/config/sections/starter.ts'

export interface Settings {
  /** The address to bind: on loopback unless a token is configured. */
  readonly host: string
  readonly isLoopback: boolean
  /** 0 lets the system choose a free port. */
  readonly port: number
  /** An absolute path. */
  readonly dataFolder: string
  /** Disk space that is reserved for removals. */
  readonly diskReserveBytes: number
  /** The settings of the node, as validated texts under their variable names. Unset ones are empty. */
  readonly variables: Texts
}

const LOOPBACK_HOSTS = ['::1', 'localhost']

/**
 * Reads the variables of `src/config/schema.ts`. Throws an Error with a message for the user for an invalid
 * value, and for an address that others can reach while no token is configured.
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
