import { formatPeerId } from '../codec/cid/peer-id.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { Identity } from '../keys/identity.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { Logger } from '../ports/logger.ts'
import { refuseCombinations } from './document/combinations.ts'
import type { ConfigObject, ConfigValue } from './document/config-value.ts'
import { valueAt, withValue } from './document/document-path.ts'
import { knownSettings, SECRET_NAMES } from './document/known-settings.ts'
import { refuseSecretPath, refuseSecrets } from './document/secret-paths.ts'
import {
  type ChangeDocumentOptions,
  changeStoredDocument,
  storedDocument,
} from './document/stored-document.ts'
import { planChange, wholeDocument, wholeValue, withoutMisplaced } from './document/whole-document.ts'
import type { Texts } from './read-config.ts'

export interface ConfigurationOptions {
  readonly datastore: Pick<Datastore, 'get' | 'batch'>
  readonly identity: Identity
  readonly logger: Logger
  /** Texts of the host's environment. Each takes precedence over the document. */
  readonly environment: Texts
}

export interface DocumentChange {
  readonly before: ConfigObject
  readonly after: ConfigObject
  /** Names of settings whose new value takes effect when the node is loaded again. */
  readonly restart: readonly string[]
}

export interface DocumentChangeOptions extends ChangeDocumentOptions {
  /** If true, stores nothing. */
  readonly isDryRun?: boolean
}

/**
 * The configuration document of one node: defaults, stored values, and values of the environment, which take
 * precedence. Unknown keys are kept. Secrets are neither shown nor accepted. Where the stored values cannot be read,
 * the defaults are shown, and only {@link Configuration.replace} changes anything.
 */
export interface Configuration {
  /** The whole document. */
  show(options?: AbortOptions): Promise<ConfigObject>
  /** The settings that the environment sets: the variable of each, by name. The document cannot change them. */
  readonly heldByEnvironment: Readonly<Record<string, string>>
  /** The value at a dotted path. Throws `not-found` and `forbidden`. */
  get(path: string, options?: AbortOptions): Promise<ConfigValue>
  /**
   * Sets the value at a dotted path. Throws `forbidden`, `corrupt` where the stored values cannot be read, and the
   * reason for a value that cannot be set.
   */
  set(path: string, value: ConfigValue, options?: AbortOptions): Promise<DocumentChange>
  /**
   * Replaces the whole document, also one that cannot be read. Settings that it omits get their defaults. Throws the
   * errors of {@link Configuration.set}.
   */
  replace(document: ConfigObject, options?: AbortOptions): Promise<DocumentChange>
  /**
   * Stores the result of `plan` for the whole document. `plan` runs again after a concurrent change by another
   * process.
   */
  change(
    plan: (document: ConfigObject) => ConfigObject,
    options?: DocumentChangeOptions,
  ): Promise<DocumentChange>
  /** Calls `apply` after each change that this process has stored. The change is acknowledged when `apply` is done. */
  onChange(apply: () => Promise<void>): void
}

export function createConfiguration({
  datastore,
  identity,
  logger,
  environment,
}: ConfigurationOptions): Configuration {
  const context = { settings: knownSettings(environment), peerId: formatPeerId(identity.peerId) }
  const applies: (() => Promise<void>)[] = []

  const change: Configuration['change'] = async (plan, { isDryRun = false, ...options } = {}) => {
    let made: DocumentChange = { before: {}, after: {}, restart: [] }
    const next = (document: ConfigObject) => {
      const held = withoutMisplaced(document, context)
      const before = wholeDocument(held, context)
      const after = plan(before)
      refuseSecrets(after, SECRET_NAMES)
      const { stored, restart } = planChange({ held, before, after }, context)
      made = { before, after: wholeDocument(stored, context), restart }
      refuseCombinations(made.before, made.after)
      return stored
    }
    if (isDryRun) {
      next((await storedDocument(datastore, options)).document)
      return made
    }
    await changeStoredDocument(datastore, next, options)
    const { restart } = made
    if (restart.length > 0) {
      logger.log('warn', 'config', 'Settings take effect when the node is loaded again', {
        settings: restart,
      })
    }
    for (const apply of applies) {
      await apply().catch((error: unknown) =>
        logger.log('error', 'config', 'Cannot apply settings', { error }),
      )
    }
    return made
  }
  const byName = new Map(context.settings.map((setting) => [setting.name, setting]))
  const show: Configuration['show'] = async (options) =>
    wholeDocument(withoutMisplaced((await storedDocument(datastore, options)).document, context), context)

  return {
    show,
    heldByEnvironment: Object.fromEntries(
      context.settings.flatMap(({ name, held }) => (held ? [[name, held.variable]] : [])),
    ),
    async get(path, options) {
      refuseSecretPath(path, SECRET_NAMES)
      const setting = byName.get(path)
      if (setting) return wholeValue((await storedDocument(datastore, options)).document, setting)
      const document = await show(options)
      return withErrorText(
        (reason) => `failed to get config value: "${reason}"`,
        async () => valueAt(document, path),
      )
    },
    async set(path, value, options) {
      refuseSecretPath(path, SECRET_NAMES)
      const acceptsText = context.settings.some((setting) => setting.name === path && setting.acceptsText)
      const hint = typeof value === 'string' && !acceptsText ? ' (maybe use --json?)' : ''
      return withErrorText(
        (reason) => `failed to set config value: ${reason}${hint}`,
        () => change((document) => withValue(document, path, value), options),
      )
    },
    replace: (document, options) => change(() => document, { ...options, mayBeDamaged: true }),
    change,
    onChange: (apply) => void applies.push(apply),
  }
}

/** Words the reason for a refused path or value like the reference. */
async function withErrorText<T>(text: (reason: string) => string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!isDomainError(error, 'not-found') && !isDomainError(error, 'invalid-argument')) throw error
    throw new DomainError(error.code, text(error.message), { cause: error })
  }
}
