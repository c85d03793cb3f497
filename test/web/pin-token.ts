import { webCryptoRandom } from '../../edge/web-crypto-random.ts'
import { formatAuthorizations } from '../../src/access/authorizations.ts'
import { makeToken } from '../../src/access/tokens.ts'

/** A token that may only pin, and what a server is started with that accepts it. */
export async function pinToken() {
  const user = { name: 'ann', allowedPaths: ['/pins'], expiresAtMs: undefined }
  const { token, authorization } = await makeToken({ random: webCryptoRandom(), ...user })
  const authorizations = formatAuthorizations(new Map([[user.name, authorization]]))
  return { token, environment: { API_AUTHORIZATIONS: authorizations } }
}
