// expects: nothing
import { readFile } from 'node:fs/promises'

export const read = readFile
