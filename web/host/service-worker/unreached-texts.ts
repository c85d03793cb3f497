/** The texts of the page that is shown while the server cannot be reached. They are HTML. */
export interface UnreachedTexts {
  readonly language: string
  readonly title: string
  readonly nodeLead: string
  readonly fileLead: string
  readonly again: string
  readonly browser: string
  readonly other: string
}

const ENGLISH: UnreachedTexts = {
  language: 'en',
  title: 'The server cannot be reached',
  nodeLead: 'This page shows the node on the server, which does not answer now.',
  fileLead:
    'This page comes from the server, which does not answer now. What is stored in this browser is kept.',
  again: 'Try again',
  browser: 'Look in this browser',
  other: 'Choose another node',
}

const GERMAN: UnreachedTexts = {
  language: 'de',
  title: 'Der Server ist nicht erreichbar',
  nodeLead: 'Diese Seite zeigt den Knoten auf dem Server, der gerade nicht antwortet.',
  fileLead:
    'Diese Seite kommt vom Server, der gerade nicht antwortet. Was in diesem Browser gespeichert ist, bleibt erhalten.',
  again: 'Erneut versuchen',
  browser: 'In diesem Browser nachsehen',
  other: 'Anderen Knoten wählen',
}

const FRENCH: UnreachedTexts = {
  language: 'fr',
  title: 'Le serveur est injoignable',
  nodeLead: 'Cette page montre le nœud du serveur, qui ne répond pas pour l’instant.',
  fileLead:
    'Cette page vient du serveur, qui ne répond pas pour l’instant. Ce qui est stocké dans ce navigateur est conservé.',
  again: 'Réessayer',
  browser: 'Regarder dans ce navigateur',
  other: 'Choisir un autre nœud',
}

/**
 * In the first of these languages that the page has. A choice in the settings of the page does not count: a worker
 * cannot read it.
 */
export function unreachedTexts(languages: readonly string[]): UnreachedTexts {
  const all = [ENGLISH, GERMAN, FRENCH]
  const bases = languages.map((tag) => tag.toLowerCase().split('-')[0])
  const wanted = bases.flatMap((base) => all.find(({ language }) => language === base) ?? [])
  return wanted[0] ?? ENGLISH
}
