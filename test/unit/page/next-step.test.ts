import { describe, expect, it } from 'vitest'
import { RpcError } from '../../../src/rpc/client.ts'
import { nextStep } from '../../../web/app/next-step.ts'

const told = (message: string) => nextStep(new RpcError(message, { status: 500 }))

describe('nextStep()', () => {
  it.each([
    ['pin: ipld: could not find QmX', 'This node does not have it. Open a CAR file'],
    ['block in storage has different hash than requested: QmX', 'add the files again'],
    [
      'Cannot read block "QmX": its bytes are gone from the storage; add its content again',
      'add the files again',
    ],
    ['Cannot resolve name "x.example": no resolver of domain names is configured', '“DNS.Resolvers”'],
    ['invalid path "x": cid too short', 'Copy the whole CID'],
    ['found no ipfs peers at /ip4/127.0.0.1/tcp/9', 'that its address has /ws or /wss in it'],
    ['failed to dial 12D3: all dials failed', 'Check that the peer runs'],
    ['not pinned or pinned indirectly', 'Reload the page'],
    ['unexpected EOF', 'Save it again'],
    ['argument "key" is required', 'Fill in the field'],
    ["file argument 'data' is required", 'Fill in the field'],
    ['could not convert value "x" to type "int64" (for option "-offset")', 'Change the field'],
    ['Cannot run command "files/ls": this build cannot do it yet', 'Choose another command'],
    ['Cannot store: no space left on device: the browser grants this site no more', 'press “Free space”'],
    ['internal error', 'Try again'],
  ])('has a step for "%s"', (message, step) => {
    expect(told(message)).toContain(message)
    expect(told(message)).toContain(step)
  })

  it('leaves a text that names its step as it is', () => {
    const text = 'Cannot find it here. Pin it, then try again'

    expect(told(text)).toBe(`${text}.`)
    expect(nextStep(new Error('Do this.'))).toBe('Do this.')
  })

  it('never shows the text of the engine for a call that broke off', () => {
    expect(nextStep(new TypeError('Failed to fetch'))).toContain('reload the page')
  })

  it.each([
    'Failed to fetch dynamically imported module: http://127.0.0.1:8787/assets/show-share.js',
    'error loading dynamically imported module: http://127.0.0.1:8787/assets/show-share.js',
    'Importing a module script failed.',
  ])('asks to reload when a part of the page is gone: %s', (message) => {
    expect(nextStep(new TypeError(message))).toBe(
      'This tab was opened before the page changed. Reload it, then try again.',
    )
  })
})
