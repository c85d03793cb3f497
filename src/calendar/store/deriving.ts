import type { Deriving } from './derive-row.ts'
import { wallSeconds } from './wall-seconds.ts'

/** Folds accents that have a form of their own, and takes every wall clock for UTC until zones are known. */
export const deriving: Pick<Deriving, 'fold' | 'instantOf'> = {
  fold: (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(),
  instantOf: (wall) => wallSeconds(wall) * 1000,
}
