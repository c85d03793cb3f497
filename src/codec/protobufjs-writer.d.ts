/** The part of the writer that is used. The package has types only for its entry points. */
declare module 'protobufjs/src/writer.js' {
  export default class Writer {
    uint32(value: number): this
    int32(value: number): this
    /** A number up to 2^53, or its two halves as signed 32-bit numbers. */
    uint64(value: number | { readonly low: number; readonly high: number }): this
    bool(value: boolean): this
    string(value: string): this
    bytes(value: Uint8Array): this
    /** Begins a message or a packed list. `ldelim` ends it and inserts its length. */
    fork(): this
    ldelim(): this
    /** `true` returns a view of the writer's pooled buffer. */
    finish(shared: true): Uint8Array
  }
}
