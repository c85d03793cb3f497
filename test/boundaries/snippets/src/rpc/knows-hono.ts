// expects: lint/style/noRestrictedImports
import { Hono } from 'hono'

export const app = new Hono()
