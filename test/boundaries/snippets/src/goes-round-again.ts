// expects: lint/suspicious/noImportCycles
import { round } from './goes-round.ts'

export const back = (): number => round()
