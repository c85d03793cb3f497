import { frameTexts } from './language/frame-texts.ts'
/** Throws an `Error` that contains the text, so that it can be copied by hand. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (cause) {
    throw new Error(frameTexts.noCopying(text), { cause })
  }
}
