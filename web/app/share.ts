/** Throws an `Error` that contains the text, so that it can be copied by hand. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (cause) {
    throw new Error(`The browser does not allow copying. Copy it from here: ${text}`, { cause })
  }
}
