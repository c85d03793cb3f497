import { loadCode } from '../state/load-code.ts'

/** Loads the reader and the writer of PEM, which few nodes need. Throws `unavailable`. */
export const loadPem = () => loadCode('the code for PEM', () => import('./asn1/pem.ts'))
