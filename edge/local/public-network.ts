import * as tls from 'node:tls'

/** A service of the runtime through which a Worker connects to hosts. */
export interface NetworkService {
  readonly network: {
    readonly allow: string[]
    readonly tlsOptions: { readonly trustBrowserCas: boolean; readonly trustedCertificates: string[] }
  }
}

/**
 * Connects to public addresses alone. The runtime resolves a name and leaves out its private addresses, so no answer
 * of a resolver leads into the network of this machine. It trusts the certificates that Node.js trusts beside its own
 * (`NODE_EXTRA_CA_CERTS`), as the runtime's other requests do.
 */
export function publicNetwork(): NetworkService {
  const tlsOptions = { trustBrowserCas: true, trustedCertificates: extraCertificates() }
  return { network: { allow: ['public'], tlsOptions } }
}

/** None on a Node.js before 22.15, which does not export them: a namespace import loads there as well. */
function extraCertificates(): string[] {
  return 'getCACertificates' in tls ? tls.getCACertificates('extra') : []
}
