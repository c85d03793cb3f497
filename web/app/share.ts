/**
 * Shares a URL by the device's own dialog, or copies it where there is none. Resolves to a message for the
 * visitor, or to `undefined` when the dialog was shown.
 */
export async function share(path: string, title: string): Promise<string | undefined> {
  const url = new URL(path, location.href).href
  if (!('share' in navigator)) {
    await copyText(url)
    return 'Link copied. It opens in this browser, and on another node after that has the content, for example from a CAR file.'
  }
  try {
    await navigator.share({ title, url })
  } catch (error) {
    const isLeft = error instanceof DOMException && error.name === 'AbortError'
    if (!isLeft) throw error
  }
  return undefined
}

/** Throws an `Error` that contains the text, so that it can be copied by hand. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (cause) {
    throw new Error(`The browser does not allow copying. Copy it from here: ${text}`, { cause })
  }
}
