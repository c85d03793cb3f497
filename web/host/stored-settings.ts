import { hasStoredDocument } from '../../src/config/document/document-row.ts'
import type { NodeOptions, Ports } from '../../src/node/create.ts'
import { loadCode } from '../../src/state/load-code.ts'

/** The settings of a node in a browser that its stored configuration decides. */
export type StoredSettings = Pick<
  NodeOptions<[]>,
  'importing' | 'blocks' | 'ledger' | 'anchoring' | 'routing' | 'pubsub' | 'dnsResolvers' | 'logLevel'
>

/** Reads the stored configuration. Its code is only loaded when there is one. Throws `unavailable`. */
export async function storedSettings(ports: Ports): Promise<StoredSettings> {
  if (!(await hasStoredDocument(ports.datastore))) return {}
  const { startConfig } = await loadCode(
    'the configuration',
    () => import('../../src/config/start-config.ts'),
  )
  const { importing, blocks, ledger, anchoring, routing, pubsub, dns, log } = await startConfig({
    ...ports,
    environment: {},
  })
  return {
    importing,
    blocks,
    ledger,
    anchoring,
    routing,
    pubsub,
    dnsResolvers: dns.resolvers,
    logLevel: log.level,
  }
}
