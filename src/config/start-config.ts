import type { Datastore } from '../ports/datastore.ts'
import type { Logger } from '../ports/logger.ts'
import { findValue } from './document/document-path.ts'
import { documentTexts } from './document/known-settings.ts'
import { storedDocument } from './document/stored-document.ts'
import { type Config, loadConfig, nodeTexts, type Texts } from './read-config.ts'

export interface StartConfigOptions {
  readonly datastore: Pick<Datastore, 'get'>
  /** Texts of the host's environment. Each one that is set takes precedence over the stored document. */
  readonly environment: Texts
  readonly logger: Logger
}

/**
 * The settings with which a node starts. A malformed row of the document is logged and leaves the defaults: without a
 * node the owner could not replace it. Throws the errors of {@link loadConfig}.
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
  const texts = documentTexts((name) => findValue(document, name))
  const set = Object.entries(nodeTexts(environment)).filter(([, text]) => text !== '')
  return loadConfig({ ...texts, ...Object.fromEntries(set) }, logger)
}
