import { DurableObject } from 'cloudflare:workers'
import { createApp } from '../src/app.ts'
import { createNode } from '../src/node.ts'
import { accessPolicy } from './access-policy.ts'
import { declaredLength } from './declared-length.ts'
import { edgePorts } from './edge-ports.ts'
import type { Env } from './env.ts'

/** The node: one object, one writer. No request is served before it stands. */
export class NodeObject extends DurableObject<Env> {
  readonly #app: Promise<ReturnType<typeof createApp>>

  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    this.#app = state.blockConcurrencyWhile(async () => {
      const node = await createNode(edgePorts(state.storage, env), {
        repoPath: 'r2:tidepool-blocks',
        system: 'workerd/edge',
      })
      return createApp(node, accessPolicy(env, node.ports.logger))
    })
  }

  override async fetch(request: Request): Promise<Response> {
    const app = await this.#app
    return declaredLength(await app.fetch(request))
  }
}
