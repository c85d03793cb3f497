import { fetchHere } from '../call.ts'
import { nodeReady } from '../node/this-node.ts'
import { explorerTexts } from './explorer-texts.ts'

/** The part of the OpenAPI document that forms need. */
export interface Description {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, { readonly post?: ApiOperation }>>
  readonly components: { readonly parameters: Readonly<Record<string, ApiParameter>> }
}

export interface ApiOperation {
  readonly summary: string
  readonly tags: readonly [string]
  readonly parameters: readonly (ApiParameter | Reference)[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly description?: string
    readonly content: { readonly 'multipart/form-data': Multipart }
  }
  readonly responses: { readonly '200': { readonly 'x-tidepool-reply': ReplyKind } }
  readonly 'x-tidepool-served': boolean
  readonly 'x-tidepool-status'?: 'experimental' | 'deprecated'
  readonly 'x-tidepool-secret'?: boolean
}

export type ReplyKind = 'json' | 'ndjson' | 'either' | 'bytes' | 'empty'

export interface ApiParameter {
  readonly name: string
  readonly description: string
  readonly schema: { readonly type: 'string' | 'boolean' | 'integer' | 'array'; readonly default?: unknown }
  readonly deprecated?: boolean
  readonly example?: unknown
  readonly 'x-tidepool-args'?: readonly Argument[]
}

/** One positional argument. */
export interface Argument {
  readonly name: string
  readonly about: string
  readonly required: boolean
  /** Accepts all remaining values. */
  readonly variadic: boolean
  readonly fromBody: boolean
}

interface Reference {
  readonly $ref: string
}

interface Multipart {
  readonly schema: { readonly properties: Readonly<Record<string, { readonly type: 'string' | 'array' }>> }
  readonly example?: Readonly<Record<string, string | readonly string[]>>
}

/** Reads the API document from the node of this page. Throws an `Error` with a message for the visitor. */
export async function readApiDescription(): Promise<Description> {
  await nodeReady()
  try {
    const response = await fetchHere('/api/v0/openapi.json')
    if (response.ok) return await response.json()
  } catch {
    // The error below covers both: whether the network or the node failed, the next step is the same.
  }
  throw new Error(explorerTexts.notLoaded)
}
