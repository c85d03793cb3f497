// expects: lint/style/noRestrictedImports
import type { Hono } from 'hono'

export type App = Hono
