import type { CoreNode } from '../../node/create.ts'
import type { AnyCommand } from '../declare/command.ts'
import type { Route } from '../declare/registry.ts'
import { cidPrinter } from '../print/print-cid.ts'
import type { CallEnd } from './call-end.ts'
import type { ReadCall } from './input.ts'

/** A call that was read. */
export interface ServedCall extends ReadCall, Pick<Route, 'registry'> {
  readonly encoding: string
}

/** What a command gets. A class for the same reason as the end of a call. */
export class HandlerInput {
  readonly #node: Pick<CoreNode, 'sessions' | 'names'>
  readonly #end: CallEnd
  #session: ReturnType<typeof openSession> | undefined
  readonly args: ServedCall['args']
  readonly options: ServedCall['options']
  readonly body: ServedCall['body']
  readonly registry: ServedCall['registry']
  readonly encoding: string
  readonly printCid: ReturnType<typeof cidPrinter>
  readonly isOffline: boolean
  readonly now: () => number

  constructor(node: CoreNode, { keepsCidV0 }: AnyCommand, call: ServedCall, end: CallEnd) {
    const { global } = call
    const upgrade = global['upgrade-cidv0-in-output'] ?? (keepsCidV0 ? false : undefined)
    this.#node = node
    this.#end = end
    this.args = call.args
    this.options = call.options
    this.body = call.body
    this.registry = call.registry
    this.encoding = call.encoding
    this.printCid = cidPrinter({ base: global['cid-base'], upgrade })
    this.isOffline = global.offline === true || global.local === true
    this.now = node.clock.now
  }

  /** Opened when the command first reads it. */
  get session() {
    this.#session ??= openSession(this.#node, { offline: this.isOffline, signal: this.signal })
    return this.#session
  }

  /** Made when the command first reads it. */
  get signal() {
    return this.#end.signal
  }

  /** True while blocks of other nodes may be on their way here. */
  isFetching(): boolean {
    return this.#session?.prefetch !== undefined
  }
}

function openSession(
  { sessions, names }: Pick<CoreNode, 'sessions' | 'names'>,
  options: NonNullable<Parameters<CoreNode['sessions']['open']>[0]>,
) {
  return {
    ...sessions.open(options),
    resolveName: options.offline ? localResolve(names) : names.resolve,
  }
}

/** Resolves names by what this node knows. */
function localResolve({ resolve }: CoreNode['names']): CoreNode['names']['resolve'] {
  return (name, options) => resolve(name, { ...options, isLocal: true })
}
