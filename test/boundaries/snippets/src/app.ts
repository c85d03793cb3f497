// expects: nothing
import { Hono } from 'hono'
import { listing } from './gateway/listing.ts'
import { textRefusal } from './rpc/errors.ts'

export const app = { hono: new Hono(), listing, textRefusal }
