/** What is used of the writer. The package declares types for its entries alone. */
declare module 'protobufjs/src/writer.js' {
  export default class Writer {
    uint32(value: number): this
    int32(value: number): this
    /** A number up to 2^53, or both halves as signed numbers. */
    uint64(value: number | { readonly low: number; readonly high: number }): this
    bool(value: boolean): this
    string(value: string): this
    bytes(value: Uint8Array): this
    /** Begins a message or a packed list, which `ldelim` ends and puts its length before. */
    fork(): this
    ldelim(): this
    /** True gives a view of the writer's own bytes, which lie in a pool. */
    finish(shared: true): Uint8Array
  }
}
