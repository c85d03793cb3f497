/** What a handler answers, before headers and envelope. */
export interface Answer {
  readonly status: 200 | 201
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}
