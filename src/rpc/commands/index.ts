import { version } from './version.ts'

/** Every command this node declares, in the order of the document. What is not here does not exist. */
export const REGISTRY = [version] as const
