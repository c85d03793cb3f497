/** An object in a JSON document. */
export type Json = Readonly<Record<string, unknown>>
