import type { access as english } from '../en/access.ts'

export const access: typeof english = {
  title: 'Mit einem Knoten verbinden',
  lead: 'Die Seite zeigt dann diesen Knoten in allen Bereichen. Adressen und Token bleiben in diesem Browser.',
  address: 'Adresse',
  token: 'Token (falls verlangt)',
  calendar: 'Um seinen Kalender zu ändern',
  login: 'Benutzername des Kalenders',
  secret: 'Passwort des Kalenders',
  connect: 'Verbinden',
  forget: 'Diesen Knoten vergessen',
  connecting: 'Verbindung wird hergestellt',
  refused: (origin) =>
    `Der Knoten lehnt diese Seite ab. Geben Sie ein Token ein, das für seine API gültig ist. Sein Betreiber muss außerdem Seiten von ${origin} erlauben, falls es nicht seine eigenen sind.`,
  unreached: (origin) =>
    `Der Knoten ist von dieser Seite aus nicht erreichbar. Prüfen Sie die Adresse; sein Betreiber muss Seiten von ${origin} erlauben (API_ORIGIN).`,
  noNode: 'Der Server dieser Seite ist kein Knoten oder nicht erreichbar.',
}
