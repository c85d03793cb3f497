import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { REGISTRY } from '../../../src/rpc/commands/index.ts'
import type { AnyCommand } from '../../../src/rpc/declare/command.ts'
import { rpcRoutes } from '../../../src/rpc/routes.ts'
import { memoryNode } from '../memory-ports.ts'

const BOUNDARY = 'a-boundary'
const FORM = `multipart/form-data; boundary=${BOUNDARY}`
const part = (content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${content}\r\n`
const END = `--${BOUNDARY}--\r\n`
/** More than a body that is read as a whole. */
const LARGE = 'y'.repeat(100_000)

const withBodies = (REGISTRY as readonly AnyCommand[]).filter(({ body, run }) => body !== undefined && run)

interface SentBody {
  readonly text: string
  readonly type?: string
  readonly query?: string
  /** What follows the text. */
  readonly ending?: 'end' | 'failure' | 'nothing'
  readonly isDeclared?: boolean
}

const KINDS: Readonly<Record<string, SentBody>> = {
  'with parts that the command does not read': { text: part('{}') + part(LARGE) + END },
  'whose length is not declared': { text: part('{}') + part(LARGE) + END, isDeclared: false },
  'that are no form': { text: LARGE, type: 'application/octet-stream' },
  'that are one part without a form': { text: '{}', type: 'application/json' },
  'that are no form and say so': { text: `nonsense${LARGE}` },
  'that end early': { text: part('{}') },
  'that are cut': { text: part('{}') + part(LARGE), ending: 'failure' },
  'that stop, until the caller leaves': { text: part('{}') + part(LARGE), ending: 'nothing' },
  'that are small, and stop until the caller leaves': { text: part('{}'), ending: 'nothing' },
  'that are small, and stop until the time of the call is up': {
    text: part('{}'),
    ending: 'nothing',
    query: 'timeout=1ms',
  },
  'of calls that are refused': { text: part(LARGE) + END, query: 'encoding=nope' },
  'of calls whose time is up': { text: part('{}') + part(LARGE) + END, query: 'timeout=0s' },
}

describe.each(Object.entries(KINDS))('bodies %s', (_, body) => {
  it('leave no slot, stream or operation behind, whichever command gets them', async () => {
    const node = await memoryNode()
    const app = rpcRoutes(node, REGISTRY)

    for (const { path } of withBodies) {
      const caller = new AbortController()
      const answer = app.fetch(requestWith(path, body, caller.signal))
      if (body.ending === 'nothing') {
        await setImmediate()
        caller.abort()
      }
      await (await answer).text().catch(() => undefined)
      await expect
        .poll(() => Object.entries(node.activity.readings()).filter(([, { now }]) => now > 0), {
          interval: 1,
          timeout: 5_000,
        })
        .toEqual([])
      expect(
        node.calls.list().filter(({ endMs }) => endMs === undefined),
        path,
      ).toEqual([])
    }
  })
})

function requestWith(path: string, sent: SentBody, signal: AbortSignal): Request {
  const { text, type = FORM, query = '', ending = 'end', isDeclared = true } = sent
  const headers = { 'Content-Type': type, ...(isDeclared && { 'Content-Length': `${text.length}` }) }
  const body = new ReadableStream({
    type: 'bytes',
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text))
      if (ending === 'end') controller.close()
    },
    pull(controller) {
      if (ending === 'failure') controller.error(new TypeError('cut'))
    },
  })
  return new Request(`http://127.0.0.1/api/v0/${path}?${query}`, {
    ...{ method: 'POST', headers, body, signal },
    duplex: 'half',
  } as RequestInit)
}
