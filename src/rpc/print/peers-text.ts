/** One line for each peer, after the action. */
export function peersText(done: string): (value: { readonly Peers: readonly string[] }) => string {
  return ({ Peers }) => Peers.map((peer) => `${done}${peer}\n`).join('')
}
