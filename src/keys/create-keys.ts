import { equalBytes } from '../codec/bytes/bytes.ts'
import { peerIdOfPublicKey } from '../codec/cid/peer-id.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore, Expectation, Operation } from '../ports/datastore.ts'
import type { Logger } from '../ports/logger.ts'
import type { Random } from '../ports/random.ts'
import { applyChange } from '../state/change.ts'
import { prefixRange, textBehind } from '../state/keys.ts'
import type { PrivateKey } from './key-message.ts'
import { checkNewName, notFound, refuseSelf, SELF } from './key-names.ts'
import {
  FIRST_IDENTITY_ROW,
  isClear,
  NAMED_ROWS,
  namedRow,
  openKey,
  publicKeyOf,
  readFirstPublicKey,
  SELF_ROW,
  sealKey,
} from './key-rows.ts'
import type { Keys, NamedKey, NewKeyOptions, RemovedKey } from './keys.ts'
import { checkKey, generateKey } from './private-key.ts'
import { restoreKeys } from './restore-keys.ts'
import type { Secrets } from './secrets.ts'

export interface CreateKeysOptions {
  readonly datastore: Pick<Datastore, 'get' | 'batch' | 'range'>
  readonly random: Random
  readonly secrets: Secrets
  readonly logger: Logger
}

/** {@link Keys} in the Datastore: one row for the identity, and one for each named key. */
export function createKeys({ datastore, random, secrets, logger }: CreateKeysOptions): Keys {
  const rowFor = (name: string) => (name === SELF ? SELF_ROW : namedRow(name))
  const requiredRow = async (name: string, options: AbortOptions) => {
    const row = await datastore.get(rowFor(name), options)
    if (!row) throw notFound(name)
    return row
  }
  const put = async (name: string, key: PrivateKey, { signal }: AbortOptions) => {
    const row = namedRow(name)
    const value = await sealKey(key, { secrets, signal })
    await applyChange(
      datastore,
      async () => {
        await refuseExisting(name, { signal })
        return { operations: [putOf(row, value)], expect: [absent(row)] }
      },
      { signal },
    )
    return named(name, key.publicKey)
  }
  const refuseExisting = async (name: string, options: AbortOptions) => {
    if (await datastore.get(namedRow(name), options)) {
      throw new DomainError('already-exists', `key with name '${name}' already exists`)
    }
  }

  const damaged = new Set<string>()
  /** `undefined` for a key whose row is damaged, which the log names once. */
  const readable = async (name: string, row: Uint8Array): Promise<NamedKey | undefined> => {
    try {
      return await readKey(name, row)
    } catch (error) {
      if (!isDomainError(error, 'corrupt')) throw error
      if (!damaged.has(name)) logger.log('warn', 'keys', error.message)
      damaged.add(name)
      return undefined
    }
  }

  let identity: { readonly row: Uint8Array; readonly key: NamedKey } | undefined
  const self = async (options: AbortOptions = {}) => {
    const row = await requiredRow(SELF, options)
    // A plain row is a private key. Importing it took an eighth of the time of `id`.
    if (!identity || !equalBytes(identity.row, row)) {
      identity = { row, key: named(SELF, await publicKeyOf(row)) }
    }
    return identity.key
  }
  const identityKey = async ({ type, ...wanted }: NewKeyOptions) => {
    try {
      return await generateKey(type, { ...wanted, random })
    } catch (error) {
      throw isDomainError(error) ? new DomainError(error.code, `creating identity (${error.message})`) : error
    }
  }

  return {
    self,
    firstPublicKey: (options = {}) => readFirstPublicKey(datastore, options),

    async list(options = {}) {
      const keys = [await self(options)]
      for await (const [key, row] of datastore.range(prefixRange(NAMED_ROWS), options)) {
        const found = await readable(textBehind(NAMED_ROWS, key), row)
        if (found) keys.push(found)
      }
      return keys
    },

    async find(name, options = {}) {
      const row = await datastore.get(rowFor(name), options)
      return row && readKey(name, row)
    },

    async open(name, { signal } = {}) {
      const row = await requiredRow(name, { signal })
      return naming(name, openKey(row, { secrets, signal }))
    },

    async create(name, { signal, ...wanted }) {
      refuseSelf(name, 'create')
      await refuseExisting(name, { signal })
      checkNewName(name)
      return put(name, await generateKey(wanted.type, { ...wanted, random, signal }), { signal })
    },

    async add(name, key, { signal } = {}) {
      refuseSelf(name, 'import')
      checkNewName(name)
      await refuseExisting(name, { signal })
      await checkKey(key)
      return put(name, key, { signal })
    },

    async rename({ from, to }, { force = false, signal } = {}) {
      refuseSelf(from, 'rename')
      refuseSelf(to, 'overwrite')
      const [source, target] = [namedRow(from), namedRow(to)]
      let result: Awaited<ReturnType<Keys['rename']>> | undefined
      await applyChange(
        datastore,
        async () => {
          const row = await requiredRow(from, { signal })
          checkNewName(to)
          const replaced = from === to ? undefined : await datastore.get(target, { signal })
          if (replaced && !force) {
            throw new DomainError('already-exists', 'key by that name already exists, refusing to overwrite')
          }
          const key = { ...(await readKey(from, row)), name: to }
          result = { key, isReplacing: replaced !== undefined }
          if (from === to) return { operations: [], expect: [] }
          return {
            operations: [{ type: 'delete', key: source }, putOf(target, row)],
            expect: [
              { key: source, value: row },
              { key: target, value: replaced },
            ],
          }
        },
        { signal },
      )
      if (!result) throw new TypeError('Cannot rename key: no plan was made')
      return result
    },

    async remove(names, { signal } = {}) {
      const removed = new Map<string, RemovedKey>()
      for (const name of names) {
        refuseSelf(name, 'remove')
        await applyChange(
          datastore,
          async () => {
            const [key, value] = [namedRow(name), await requiredRow(name, { signal })]
            removed.set(name, (await readable(name, value)) ?? { name })
            return { operations: [{ type: 'delete', key }], expect: [{ key, value }] }
          },
          { signal },
        )
      }
      return [...removed.values()]
    },

    async rotate(backupName, { signal, ...wanted }) {
      if (backupName === '') throw invalid('keystore name for backing up old key must be provided')
      if (backupName === SELF) throw invalid("keystore name for back up cannot be named 'self'")
      checkNewName(backupName)
      const key = await identityKey({ ...wanted, signal })
      const value = await sealKey(key, { secrets, signal })
      const backup = namedRow(backupName)
      await applyChange(
        datastore,
        async () => {
          const old = await requiredRow(SELF, { signal })
          if (await datastore.get(backup, { signal })) {
            const reason = 'key by that name already exists, refusing to overwrite'
            throw new DomainError('already-exists', `saving old key in keystore (${reason})`)
          }
          const first = await datastore.get(FIRST_IDENTITY_ROW, { signal })
          const kept = isClear(old)
            ? await sealKey(await openKey(old, { secrets }), { secrets, signal })
            : old
          return {
            operations: [
              putOf(backup, kept),
              putOf(SELF_ROW, value),
              ...(first ? [] : [putOf(FIRST_IDENTITY_ROW, await publicKeyOf(old))]),
            ],
            expect: [
              absent(backup),
              { key: SELF_ROW, value: old },
              { key: FIRST_IDENTITY_ROW, value: first },
            ],
          }
        },
        { signal },
      )
      return named(SELF, key.publicKey)
    },

    restore: (restored, options) => restoreKeys({ datastore, secrets }, restored, options),
  }
}

function named(name: string, publicKey: Uint8Array): NamedKey {
  return { name, peerId: peerIdOfPublicKey(publicKey), publicKey }
}

async function readKey(name: string, row: Uint8Array): Promise<NamedKey> {
  return named(name, await naming(name, publicKeyOf(row)))
}

/** Throws `corrupt` with the name and what to do where the row of a named key is damaged. */
async function naming<T>(name: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    if (name === SELF || !isDomainError(cause, 'corrupt')) throw cause
    const advice = 'remove it with "key/rm", and restore it from a backup'
    throw new DomainError('corrupt', `Cannot read key "${name}": its row is damaged; ${advice}`, { cause })
  }
}

function putOf(key: Uint8Array, value: Uint8Array): Operation {
  return { type: 'put', key, value }
}

function absent(key: Uint8Array): Expectation {
  return { key, value: undefined }
}

function invalid(reason: string): DomainError {
  return new DomainError('invalid-argument', reason)
}
