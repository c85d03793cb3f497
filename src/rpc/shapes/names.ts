import * as z from 'zod/mini'

/** A path that a name or another path stands for. */
export const PathResult = z.object({ Path: z.string() })

/** A name and the path it now stands for, as the caller wrote it. */
export const Published = z.object({ Name: z.string(), Value: z.string() })

/** Whether a subscription was there to be cancelled. */
export const Canceled = z.object({ Canceled: z.boolean() })

/** Whether names travel by publish and subscribe. */
export const Enabled = z.object({ Enabled: z.boolean() })

/** A key: its name here and its peer id. */
export const KeyInfo = z.object({ Name: z.string(), Id: z.string() })

/** Data that was signed. `Signature`: in a multibase. */
export const KeySigned = z.object({ Key: KeyInfo, Signature: z.string() })

/** Whether a signature is one of the key. */
export const KeyVerified = z.object({ Key: KeyInfo, SignatureValid: z.boolean() })

/** Several keys. */
export const Keys = z.object({ Keys: z.array(KeyInfo) })

/** A key that has another name now. `Overwrite`: one of that name was replaced. */
export const KeyRenamed = z.object({
  Was: z.string(),
  Now: z.string(),
  Id: z.string(),
  Overwrite: z.boolean(),
})
