import * as z from 'zod/mini'

/**
 * What travels, in the wire's own capitals and field order. Spec: RPC document, section 2, "Response shapes".
 * Fields marked optional are left out when they are empty.
 */
export const Version = z.object({
  Version: z.string(),
  Commit: z.string(),
  Repo: z.string(),
  System: z.string(),
  Golang: z.string(),
})

export const BlockInfo = z.object({ Key: z.string(), Size: z.number() })
