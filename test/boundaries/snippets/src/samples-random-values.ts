// expects: plugin
export const bytes = (): Uint8Array => crypto.getRandomValues(new Uint8Array(4))
