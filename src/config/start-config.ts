import type { Datastore } from '../ports/datastore.ts'
import type { Logger } from '../ports/logger.ts'
import { findValue } from './document/document-path.ts'
import { documentTexts } from './document/known-settings.ts'
import { storedDocument } from './document/stored-document.ts'
import { type Config, loadConfig, nodeTexts, type Texts, withoutFaults } from './read-config.ts'

export interface StartConfigOptions {
  readonly datastore: Pick<Datastore, 'get'>
  /** Texts of the host's environment. Each one that is set takes precedence over the stored document. */
  readonly environment: Texts
  readonly logger: Logger
}

/**
 * The settings with which a node starts. A malformed row of the document is logged and leaves the defaults: without a
 * node the owner could not replace it, nor a value in it that this build cannot read. Throws the errors of
 * {@link loadConfig} for the environment, and for a stored value of an irreversible setting.
 */
export async function startConfig({ datastore, environment, logger }: StartConfigOptions): Promise<Config> {
  const { document, isDamaged } = await storedDocument(datastore)
  if (isDamaged) {
    logger.log(
      'warn',
      'config',
      'Cannot read stored settings: defaults are in use. Store others with "config/replace"',
    )
  }
  const set = Object.fromEntries(Object.entries(nodeTexts(environment)).filter(([, text]) => text !== ''))
  const stored = Object.entries(documentTexts((name) => findValue(document, name)))
  const texts = Object.fromEntries(stored.filter(([variable]) => !Object.hasOwn(set, variable)))
  return loadConfig({ ...withoutFaults(texts, logger), ...set }, logger)
}
