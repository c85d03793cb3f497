import { afterAll } from 'vitest'
import { forgetNode } from './memory.ts'

afterAll(forgetNode)
