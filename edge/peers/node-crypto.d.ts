/** The parts that this host uses of a module that the runtime has with the flag `nodejs_compat`. */
declare module 'node:crypto' {
  interface StreamCipher {
    setAAD(data: Uint8Array, options: { readonly plaintextLength: number }): unknown
    update(data: Uint8Array): Uint8Array
    final(): Uint8Array
  }
  /** An imported key. */
  interface KeyObject {
    readonly type: string
  }
  type CreateCipher<Kind> = (
    name: 'chacha20-poly1305',
    key: KeyObject,
    nonce: Uint8Array,
    options: { readonly authTagLength: number },
  ) => StreamCipher & Kind

  export function createSecretKey(key: Uint8Array): KeyObject
  export const createCipheriv: CreateCipher<{ getAuthTag(): Uint8Array }>
  export const createDecipheriv: CreateCipher<{ setAuthTag(tag: Uint8Array): unknown }>
}
