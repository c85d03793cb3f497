interface Area {
  readonly name: string
  readonly about: string
  /** First segments of the paths in this area. */
  readonly begins: readonly string[]
}

/**
 * The areas of the API for readers of its documents. Spec: RPC document, the headings of section 4. The ledger
 * is this node's own.
 */
export const AREAS: readonly Area[] = [
  {
    name: 'Content',
    about: 'Add, read and list files, directories and blocks',
    begins: ['add', 'cat', 'get', 'ls', 'file', 'block', 'urlstore', 'tar'],
  },
  { name: 'CIDs', about: 'Convert content identifiers', begins: ['cid', 'multibase'] },
  { name: 'DAG', about: 'Nodes, links and archives of nodes', begins: ['dag', 'object', 'refs'] },
  { name: 'Files', about: 'The mutable namespace', begins: ['files', 'filestore'] },
  { name: 'Pinning', about: 'What is kept', begins: ['pin'] },
  { name: 'Naming', about: 'Names that lead to content', begins: ['name', 'resolve', 'dns'] },
  { name: 'Keys', about: 'Keys and identity', begins: ['key', 'id'] },
  {
    name: 'Peers',
    about: 'Peers and routing',
    begins: ['swarm', 'dht', 'routing', 'provide', 'ping', 'bootstrap', 'bitswap'],
  },
  { name: 'Ledger', about: 'State records, their queue and proofs', begins: ['ledger'] },
  { name: 'Messages', about: 'Forwarding, publish and subscribe', begins: ['p2p', 'pubsub'] },
  {
    name: 'Node',
    about: 'Configuration, repository, diagnostics and the process',
    begins: [
      'backup',
      'config',
      'repo',
      'commands',
      'diag',
      'log',
      'stats',
      'mount',
      'shutdown',
      'update',
      'version',
    ],
  },
]

/** The area of a command. Throws for a path without one, which is a mistake in the table. */
export function areaOf(path: string): string {
  const [first = ''] = path.split('/')
  const area = AREAS.find(({ begins }) => begins.includes(first))
  if (!area) throw new TypeError(`Cannot describe "${path}": it is in no area`)
  return area.name
}
