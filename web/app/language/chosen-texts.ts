import { type Language, language } from './language.ts'

/**
 * The texts of one view in the language of the document. English is part of the view, since its type is that of the
 * others, which are loaded when they are chosen. They import nothing: a module that waits for them could not be ready
 * for them. Where they cannot be loaded, the view is in English.
 */
export async function chosenTexts<Texts>(
  english: Texts,
  others: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Texts>>>,
): Promise<Texts> {
  if (language === 'en') return english
  try {
    return await others[language]()
  } catch {
    return english
  }
}
