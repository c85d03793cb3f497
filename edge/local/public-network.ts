import { getCACertificates } from 'node:tls'

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
  const tlsOptions = { trustBrowserCas: true, trustedCertificates: getCACertificates('extra') }
  return { network: { allow: ['public'], tlsOptions } }
}
