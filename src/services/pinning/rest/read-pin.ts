import * as z from 'zod/mini'
import { collectBytes } from '../../../codec/bytes/collect-bytes.ts'
import { parseMultiaddr } from '../../../codec/multiaddr.ts'
import { attempt, DomainError } from '../../../errors.ts'
import type { BodyAdmission } from '../../../http/body-admission.ts'
import { chunksOf } from '../../../http/chunks-of.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { RequestedPin } from '../service-pin.ts'
import { badRequest } from './pin-error.ts'

/** Room for 20 long origins and the metadata of an app. A thousand pins of this size are listed page by page. */
const MAX_BODY_BYTES = 16 * 1024

/** The bounds of the API's document, and a length for what it leaves unbounded. */
const MAX_NAME_CHARACTERS = 255
const MAX_ORIGINS = 20
const MAX_ORIGIN_CHARACTERS = 512
const MAX_META_ENTRIES = 1000

const wellFormed = z.string().check(z.refine((text) => text.isWellFormed(), { error: 'not Unicode text' }))

/** A name, whose characters are counted as a reader counts them. */
export const PinName = wellFormed.check(
  z.refine((text) => [...text].length <= MAX_NAME_CHARACTERS, {
    error: `over ${MAX_NAME_CHARACTERS} characters`,
  }),
)

export const PinMeta = z.record(wellFormed, wellFormed).check(
  z.refine((meta) => Object.keys(meta).length <= MAX_META_ENTRIES, {
    error: `over ${MAX_META_ENTRIES} entries`,
  }),
)

const Origin = wellFormed.check(
  z.maxLength(MAX_ORIGIN_CHARACTERS),
  z.refine((text) => attempt(() => parseMultiaddr(text)) !== undefined, {
    error: 'not a multiaddr such as "/dns4/example.org/tcp/443/wss"',
  }),
)

/** Spec: Pinning Service API, schema `Pin`. Unknown fields are ignored. */
const Pin = z.object({
  cid: z.string(),
  name: z.nullish(PinName),
  origins: z.nullish(z.array(Origin).check(z.maxLength(MAX_ORIGINS))),
  meta: z.nullish(PinMeta),
})

export interface ReadPinOptions extends AbortOptions {
  readonly admission: BodyAdmission
}

/** Reads the pin in the body of a request. Throws `invalid-argument` for a malformed one, `too-large`. */
export async function readPin(
  request: Request,
  { admission, signal }: ReadPinOptions,
): Promise<RequestedPin> {
  const body = request.body ? chunksOf(request.body, { admission, signal }) : []
  const bytes = await collectBytes(iterated(body), { maxBytes: MAX_BODY_BYTES, tooLarge, signal })
  const { cid, name, origins, meta } = parsed(bytes)
  return { cid, name: name ?? '', origins: [...new Set(origins ?? [])], meta: meta ?? {} }
}

async function* iterated(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
  yield* chunks
}

function parsed(bytes: Uint8Array): z.infer<typeof Pin> {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes))
  } catch {
    throw badRequest('The body is not a pin in JSON')
  }
  const result = z.safeParse(Pin, value)
  if (result.success) return result.data
  throw badRequest(faultOf(result.error))
}

/** The first fault, with the path of its field. */
function faultOf({ issues: [issue] }: z.core.$ZodError): string {
  const path = ['pin', ...(issue?.path ?? []).map(String)].join('.').slice(0, 100)
  return `Invalid ${path}: ${issue?.message ?? 'not understood'}`
}

function tooLarge(): DomainError {
  return new DomainError('too-large', `A pin has at most ${MAX_BODY_BYTES} bytes of JSON here`)
}
