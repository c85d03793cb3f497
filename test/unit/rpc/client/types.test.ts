import { describe, expectTypeOf, it } from 'vitest'
import {
  type Call,
  createClient,
  type Path,
  type UploadEntry,
  type Value,
} from '../../../../src/rpc/client.ts'

/** Never answers: what counts here is what compiles. */
const call: Call = createClient({ url: 'http://node/api/v0', fetch: () => new Promise(() => undefined) })

describe('call()', () => {
  it('knows every path, and no other', () => {
    expectTypeOf<'block/put'>().toExtend<Path>()
    expectTypeOf<'bootstrap'>().toExtend<Path>()
    expectTypeOf<'block/putt'>().not.toExtend<Path>()

    // @ts-expect-error There is no such command.
    void call('block/putt', { body: '' })
  })

  it('gives a value, lines, bytes or nothing, as the command replies', () => {
    expectTypeOf(call('block/stat', { args: { key: 'Qm' } })).resolves.toEqualTypeOf<{
      Key: string
      Size: number
    }>()
    expectTypeOf(call('block/put', { body: 'hello' })).resolves.toEqualTypeOf<
      AsyncIterable<{ Key: string; Size: number }>
    >()
    expectTypeOf(call('cat', { args: { 'ipfs-path': 'Qm' } })).resolves.toEqualTypeOf<
      ReadableStream<Uint8Array>
    >()
    expectTypeOf(call('files/mkdir', { args: { path: '/a' } })).resolves.toEqualTypeOf<undefined>()
    expectTypeOf(call('repo/stat')).resolves.toEqualTypeOf<Value<'stats/repo'>>()
  })

  it('gives lines where an option asks for them', () => {
    const args = { 'ipfs-path': ['Qm', 'Qm'] }

    expectTypeOf(call('ls', { args })).resolves.toEqualTypeOf<Value<'ls'>>()
    expectTypeOf(call('ls', { args, options: { stream: false } })).resolves.toEqualTypeOf<Value<'ls'>>()
    expectTypeOf(call('ls', { args, options: { stream: true, size: false } })).resolves.toEqualTypeOf<
      AsyncIterable<Value<'ls'>>
    >()
    expectTypeOf(call('pin/add', { args, options: { progress: true } })).resolves.toEqualTypeOf<
      AsyncIterable<Value<'pin/add'>>
    >()
    expectTypeOf(call('provide/clear')).resolves.toEqualTypeOf<number>()
    expectTypeOf(call('provide/clear', { options: { quiet: true } })).resolves.toEqualTypeOf<
      AsyncIterable<number>
    >()
    expectTypeOf<Value<'ls'>>().not.toBeAny()
    expectTypeOf<Value<'ls'>>().toHaveProperty('Objects')
  })

  it('takes required arguments, optional ones and none', () => {
    void call('version')
    void call('id')
    void call('id', { args: { peerid: 'Qm' } })
    void call('pin/ls')
    void call('pin/ls', { args: { 'ipfs-path': ['Qm'] } })

    // @ts-expect-error The argument is missing.
    void call('block/stat')
    // @ts-expect-error The argument has another name.
    void call('block/stat', { args: { cid: 'Qm' } })
    // @ts-expect-error It takes one.
    void call('block/stat', { args: { key: ['Qm', 'Qm'] } })
    // @ts-expect-error It takes none.
    void call('version', { args: { key: 'Qm' } })
  })

  it('takes the options of the command and those of every command', () => {
    void call('version', { options: { all: true, 'cid-base': 'base32', offline: undefined } })
    void call('cat', { args: { 'ipfs-path': 'Qm' }, options: { offset: 1, timeout: '1s' } })

    // @ts-expect-error The option does not exist.
    void call('version', { options: { al: true } })
    // @ts-expect-error The option is a boolean.
    void call('version', { options: { all: 'true' } })
    // @ts-expect-error The client reads JSON.
    void call('version', { options: { encoding: 'text' } })
    // @ts-expect-error The option is a number.
    void call('cat', { args: { 'ipfs-path': 'Qm' }, options: { offset: '1' } })
    // @ts-expect-error Whether lines come must be known where the call is written.
    void call('ls', { args: { 'ipfs-path': 'Qm' }, options: { stream: Boolean(1) } })
  })

  it('takes undefined for everything that may be left out', () => {
    createClient({ url: undefined, fetch: undefined, headers: undefined, canStream: undefined })
    void call('pin/ls', { args: undefined, options: undefined }, { signal: undefined, timeoutMs: undefined })
    void call('ls', { args: { 'ipfs-path': 'Qm' }, options: undefined })
    void call('pubsub/pub', { args: { topic: 'a', data: 'b' }, body: undefined })
  })

  it('takes a body where the command does', () => {
    void call('add', { body: new Blob([]) })
    void call('add', { body: [{ path: 'a/b', content: 'text', mode: 0o644, mtime: { seconds: 1 } }] })
    void call('add', { body: [{ kind: 'symlink', path: 'l', content: 'a' }] })
    void call('pubsub/pub', { args: { topic: 'a', data: 'b' } })
    void call('pubsub/pub', { args: { topic: 'a' }, body: 'b' })

    // @ts-expect-error The body is missing.
    void call('add', {})
    // @ts-expect-error The command takes no body.
    void call('version', { body: 'text' })
    // @ts-expect-error A link needs its target.
    const link: UploadEntry = { kind: 'symlink', path: 'l' }
    expectTypeOf(link).toExtend<UploadEntry>()
  })

  it('tells of progress where something is added', () => {
    const onUploadProgress = () => undefined
    void call('add', { body: '' }, { onUploadProgress, timeoutMs: 1000 })

    // @ts-expect-error Nothing is uploaded.
    void call('version', {}, { onUploadProgress })
  })
})
