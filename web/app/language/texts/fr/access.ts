import type { access as english } from '../en/access.ts'

export const access: typeof english = {
  title: 'Se connecter à un nœud',
  lead: 'La page montre alors ce nœud dans toutes ses parties. Les adresses et les jetons restent dans ce navigateur.',
  address: 'Adresse',
  token: 'Jeton (s’il en demande un)',
  calendar: 'Pour modifier son calendrier',
  login: 'Identifiant du calendrier',
  secret: 'Mot de passe du calendrier',
  connect: 'Se connecter',
  forget: 'Oublier ce nœud',
  connecting: 'Connexion en cours',
  refused: (origin) =>
    `Le nœud refuse cette page. Saisissez un jeton valable pour son API. Son propriétaire doit aussi autoriser les pages de ${origin} si ce ne sont pas les siennes.`,
  unreached: (origin) =>
    `Le nœud est injoignable depuis cette page. Vérifiez l’adresse ; son propriétaire doit autoriser les pages de ${origin} (API_ORIGIN).`,
  noNode: 'Le serveur de cette page n’est pas un nœud, ou est injoignable.',
}
