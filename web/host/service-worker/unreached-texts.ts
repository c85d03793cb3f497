/** The texts of the page that is shown while the server cannot be reached. They are HTML. */
export interface UnreachedTexts {
  readonly language: string
  readonly title: string
  readonly lead: string
  readonly again: string
  readonly browser: string
  readonly other: string
}

const ENGLISH: UnreachedTexts = {
  language: 'en',
  title: 'The server cannot be reached',
  lead: 'This page shows the node on the server, which does not answer now.',
  again: 'Try again',
  browser: 'Look in this browser',
  other: 'Choose another node',
}

const GERMAN: UnreachedTexts = {
  language: 'de',
  title: 'Der Server ist nicht erreichbar',
  lead: 'Diese Seite zeigt den Knoten auf dem Server, der gerade nicht antwortet.',
  again: 'Erneut versuchen',
  browser: 'In diesem Browser nachsehen',
  other: 'Anderen Knoten wählen',
}

const FRENCH: UnreachedTexts = {
  language: 'fr',
  title: 'Le serveur est injoignable',
  lead: 'Cette page montre le nœud du serveur, qui ne répond pas pour l’instant.',
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
