import type { Env } from './env.ts'

export { NodeObject } from './node-object.ts'

/** The stateless front: what needs the node goes to its one Durable Object. */
export default {
  fetch(request, env) {
    return env.NODE.getByName('main').fetch(request)
  },
} satisfies ExportedHandler<Env>
