import { equalBytes } from '../codec/bytes/bytes.ts'
import { formatPeerId, peerIdOfPublicKey } from '../codec/cid/peer-id.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore, Expectation, Operation } from '../ports/datastore.ts'
import { applyChange } from '../state/change.ts'
import { checkNewName, SELF } from './key-names.ts'
import { FIRST_IDENTITY_ROW, isClear, namedRow, openKey, publicKeyOf, SELF_ROW, sealKey } from './key-rows.ts'
import type { RestoredKeys, RestoreKeysOptions } from './keys.ts'
import { checkKey } from './private-key.ts'
import type { Secrets } from './secrets.ts'

interface KeyStore {
  readonly datastore: Pick<Datastore, 'get' | 'batch'>
  readonly secrets: Secrets
}

/** Rows that a restore writes. */
interface Plan {
  readonly operations: Operation[]
  readonly expect: Expectation[]
  readonly held: number
}

/** See `Keys.restore`. One batch writes all keys, so that a killed process leaves all or none. */
export async function restoreKeys(
  store: KeyStore,
  restored: RestoredKeys,
  { isDryRun = false, signal }: RestoreKeysOptions = {},
): Promise<{ readonly rows: number; readonly held: number }> {
  for (const [name, key] of restored.keys) {
    if (name !== SELF) checkNewName(name)
    await checkKey(key)
  }
  let held = 0
  const plan = async () => {
    const planned = await planKeys(store, restored, { signal })
    held = planned.held
    return planned
  }
  if (isDryRun) await plan()
  else await applyChange(store.datastore, plan, { signal })
  return { rows: restored.keys.size - held, held }
}

async function planKeys(
  { datastore, secrets }: KeyStore,
  { keys, firstPublicKey }: RestoredKeys,
  { signal }: AbortOptions,
): Promise<Plan> {
  const operations: Operation[] = []
  const expect: Expectation[] = []
  const replace = (key: Uint8Array, held: Uint8Array | undefined, value: Uint8Array) => {
    operations.push({ type: 'put', key, value })
    expect.push({ key, value: held })
  }
  /** Keeps the identity that another one replaces. */
  const keepIdentity = async (old: Uint8Array) => {
    const publicKey = await publicKeyOf(old)
    const row = namedRow(`self-before-${formatPeerId(peerIdOfPublicKey(publicKey))}`)
    const kept = isClear(old) ? await sealKey(await openKey(old, { secrets }), { secrets, signal }) : old
    replace(row, await datastore.get(row, { signal }), kept)
    const first = await datastore.get(FIRST_IDENTITY_ROW, { signal })
    replace(FIRST_IDENTITY_ROW, first, firstPublicKey ?? first ?? publicKey)
  }
  let held = 0
  for (const [name, key] of keys) {
    const row = name === SELF ? SELF_ROW : namedRow(name)
    const old = await datastore.get(row, { signal })
    const isSame = old !== undefined && equalBytes(await publicKeyOf(old), key.publicKey)
    if (isSame && (await canOpen(old, { secrets, signal }))) {
      held += 1
      continue
    }
    if (old && !isSame && name !== SELF) {
      const reason = 'this node has another key of this name; rename it first'
      throw new DomainError('already-exists', `Cannot restore key "${name}": ${reason}`)
    }
    if (old && !isSame) await keepIdentity(old)
    replace(row, old, await sealKey(key, { secrets, signal }))
  }
  return { operations, expect, held }
}

/** False for a key that was encrypted with a key which the host has lost. */
async function canOpen(
  row: Uint8Array,
  options: AbortOptions & { readonly secrets: Secrets },
): Promise<boolean> {
  try {
    await openKey(row, options)
    return true
  } catch (error) {
    if (isDomainError(error, 'unavailable')) return false
    throw error
  }
}
