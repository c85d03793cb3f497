import { describe, expect, it } from 'vitest'
import { ARGUMENT_ORDER, EMITTED_VALUES, EMPTY_REPLIES } from '../../../../src/rpc/client/call-shapes.ts'
import { REGISTRY } from '../../../../src/rpc/commands/index.ts'
import type { AnyCommand } from '../../../../src/rpc/declare/command.ts'

const commands: readonly AnyCommand[] = REGISTRY

describe('what the client knows of commands', () => {
  it('is the order of the arguments of those that take several', () => {
    const several = commands
      .map(({ path, args }) => [path, Object.keys(args)] as const)
      .filter(([, names]) => names.length > 1)

    expect(ARGUMENT_ORDER).toEqual(Object.fromEntries(several))
  })

  it('is which ones answer nothing', () => {
    const silent = commands.filter(({ reply }) => reply.kind === 'empty').map(({ path }) => path)

    expect([...EMPTY_REPLIES].sort()).toEqual(silent.sort())
  })
  it('is which ones answer one value as if it were lines', () => {
    const emitted = commands.filter(({ reply }) => reply.isEmitted).map(({ path }) => path)

    expect([...EMITTED_VALUES].sort()).toEqual(emitted.sort())
  })
})
