/** What this host uses of the module that the runtime offers with the flag `nodejs_compat`. */
declare module 'node:crypto' {
  interface StreamCipher {
    setAAD(data: Uint8Array, options: { readonly plaintextLength: number }): unknown
    update(data: Uint8Array): Uint8Array
    final(): Uint8Array
  }
  type CreateCipher<Kind> = (
    name: 'chacha20-poly1305',
    key: Uint8Array,
    nonce: Uint8Array,
    options: { readonly authTagLength: number },
  ) => StreamCipher & Kind

  export const createCipheriv: CreateCipher<{ getAuthTag(): Uint8Array }>
  export const createDecipheriv: CreateCipher<{ setAuthTag(tag: Uint8Array): unknown }>
}
