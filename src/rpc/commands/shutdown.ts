import { defineCommand, empty } from '../declare/command.ts'

/**
 * Spec: RPC document, section 4, `/shutdown`. Connections to peers are closed, and the process of `npm start` ends. On
 * other hosts every request is answered 503 until the host restarts the node, which an edge platform and a browser do
 * automatically after some idle time.
 */
export const shutdown = defineCommand({
  path: 'shutdown',
  about: 'Shut this node down',
  isOfProcess: true,
  args: {},
  options: {},
  reply: empty(),
  parts: ['lifecycle', 'network'],
  async run({ lifecycle, network }) {
    await lifecycle.shutDown()
    await network.stop()
  },
})
