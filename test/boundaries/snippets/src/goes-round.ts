// expects: lint/suspicious/noImportCycles
import { back } from './goes-round-again.ts'

export const round = (): number => back()
