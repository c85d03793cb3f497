import { frameTexts } from './language/frame-texts.ts'
import { isOutdated } from './new-version.ts'

/**
 * Loads a part of a view at its first use. In a tab whose build is gone, the visitor is told so before that fails.
 * Throws an Error with a message for the visitor.
 */
export function pagePart<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return async () => {
    if (!loaded && (await isOutdated())) throw new Error(frameTexts.outdatedPart)
    loaded ??= load()
    loaded.catch(() => {
      loaded = undefined
    })
    return loaded
  }
}
