import { type BlockSettings, type BlockTexts, parseBlockSettings } from '../src/blocks/parse-settings.ts'
import { isDomainError } from '../src/errors.ts'
import type { Logger } from '../src/ports/logger.ts'

/** The settings of blocks, by the bindings. Where one cannot be read all reads are verified, and it is logged. */
export function blockSettings(env: BlockTexts, logger: Logger): BlockSettings {
  try {
    return parseBlockSettings(env)
  } catch (error) {
    if (!isDomainError(error)) throw error
    logger.log('error', 'blocks', error.message)
    return parseBlockSettings({})
  }
}
