import type { frame as english } from '../en/frame.ts'

export const frame: typeof english = {
  skip: 'Passer le menu',
  menu: 'Parties de cette page',
  nodeSwitch: 'Nœud',
  starting: 'Démarrage',
  reload: 'Recharger',
  close: 'Fermer',
  cancel: 'Annuler',
  remove: 'Supprimer',
  save: 'Enregistrer',
  saved: 'Enregistré.',
  copied: 'Copié',
  removed: 'Supprimé',
  added: 'Ajouté',
  content: 'Contenu',
  explorer: 'Explorateur',
  calendar: 'Calendrier',
  peers: 'Pairs',
  names: 'Noms',
  ledger: 'Registre',
  settings: 'Paramètres',
  outdated: (view) =>
    `Cet onglet a été ouvert avant un changement de la page. Rechargez-le pour ouvrir « ${view} ».`,
  outdatedPart: 'Cet onglet a été ouvert avant un changement de la page. Rechargez-le, puis réessayez.',
  notLoaded: (view) =>
    `« ${view} » n’a pas pu être chargé : la page a changé, ou son serveur est injoignable. Rechargez-la.`,
  newVersion:
    'Une nouvelle version de cette page est disponible. Rechargez pour continuer ; les données de ce navigateur sont conservées.',
  otherLanguage:
    'Une autre langue a été choisie. Cet onglet poursuit son travail ; rechargez-le pour l’adopter, ce qui met fin aux opérations en cours.',
  otherNode: (name) =>
    `« ${name} » a été choisi. Cet onglet poursuit son travail ; rechargez-le pour suivre, ce qui met fin aux opérations en cours.`,
  noWorker:
    'La page ne peut pas utiliser de service worker dans ce navigateur. Ouvrez-la par https ou à l’adresse http://localhost, hors d’une fenêtre privée.',
  noStart:
    'Le nœud n’a pas pu démarrer dans ce navigateur. Rechargez la page ; si cela ne suffit pas, autorisez les données de site pour cette adresse.',
  noWorkerFile: (path: string) =>
    `Le nœud n’a pas pu démarrer dans ce navigateur : il manque ${path} sur le serveur, sans doute parce que la page a été reconstruite pendant qu’il fonctionne. Rechargez ; si cela ne suffit pas, redémarrez le serveur.`,
  noCopying: (text) => `Le navigateur n’autorise pas la copie. Copiez d’ici : ${text}`,
  online: 'En ligne',
  offline: 'Utilisable hors ligne',
  notStarted: 'Pas démarré',
  notReached: 'Injoignable',
  browser: 'Ce navigateur',
  server: 'Ce serveur',
  browserOffline: 'Le serveur de cette page est injoignable. Tout ce qui est stocké ici fonctionne encore.',
  serverOffline:
    'Le serveur est injoignable. Choisissez « Ce navigateur » pour travailler avec ce qui est stocké ici.',
  otherOffline: (url) => `Le nœud à l’adresse ${url} est injoignable depuis cette page.`,
  aboutBrowser:
    'Vous voyez le nœud de ce navigateur. Il fournit lui-même l’API à /api/v0 et le contenu à /ipfs/<cid>. Ce que vous ajoutez reste ici jusqu’à ce que vous vous connectiez à des pairs ou l’épingliez ailleurs.',
  aboutServer: 'Vous voyez le nœud du serveur de cette page. Ce que vous ajoutez y est stocké.',
  aboutOther: (url) => `Vous voyez le nœud à l’adresse ${url}. Ce que vous ajoutez y est stocké.`,
  anotherNode: 'Autre nœud…',
  accessToNode: 'Accès à ce nœud…',
  block: { one: '# bloc', other: '# blocs' },
  commit: { one: '# commit', other: '# commits' },
  file: { one: '# fichier', other: '# fichiers' },
  item: { one: '# élément', other: '# éléments' },
  record: { one: '# enregistrement', other: '# enregistrements' },
  nextSpace: 'Supprimez ce dont vous n’avez pas besoin, appuyez sur « Libérer de l’espace », puis réessayez.',
  nextPeer:
    'Vérifiez que le pair fonctionne, et que son adresse contient /ws ou /wss, ou une autre voie par laquelle ce nœud se connecte, et se termine par /p2p/ et l’identifiant du pair.',
  nextAbsent:
    'Ce nœud ne l’a pas. Ouvrez un fichier CAR qui le contient, ajoutez de nouveau les fichiers, ou connectez-le dans la vue « Pairs » à un pair qui l’a.',
  nextResolver: 'Indiquez-en un dans les paramètres, à « DNS.Resolvers », puis réessayez.',
  nextOnline: 'Connectez le nœud dans la vue « Pairs », ou choisissez une autre commande.',
  nextUnsupported: 'Cela ne peut pas être corrigé ici. Choisissez une autre commande.',
  nextCid: 'Copiez le CID en entier et collez-le de nouveau.',
  nextMissing: 'L’élément a peut-être été déplacé ou supprimé. Ouvrez le dossier parent et cherchez-y.',
  nextName: 'Choisissez un autre nom.',
  nextData:
    'Ce sont des données et non un fichier ou un dossier : elles peuvent seulement être épinglées. Enregistrez-les en CAR pour les emporter.',
  nextUnpinned: 'Il n’est déjà plus épinglé. Rechargez la page pour voir ce qui est ici.',
  nextPassphrase: 'Saisissez la phrase secrète avec laquelle la sauvegarde a été enregistrée.',
  nextOwn: 'Choisissez moins de parties, ou un autre nœud : rien de ce qu’il a n’est remplacé.',
  nextCar:
    'Ce fichier CAR est incomplet ou invalide. Enregistrez-le de nouveau à sa source, puis ouvrez ce fichier.',
  nextRequired: 'Remplissez le champ de ce nom, puis relancez la commande.',
  nextField: 'Modifiez le champ indiqué, puis relancez la commande.',
  nextToken: 'Il faut un jeton : choisissez « Accès à ce nœud… » en haut de la page.',
  nextForbidden: 'Les pages ne peuvent pas l’exécuter. Utilisez curl avec un jeton qui le nomme.',
  nextRestart: 'Rechargez la page, puis réessayez : un nœud du navigateur redémarre avec elle.',
  cut: 'Le nœud n’a pas répondu, ou pas jusqu’au bout, ou un fichier a changé pendant sa lecture. Si le nœud est en marche, rechargez la page, puis réessayez.',
  otherwise: 'Réessayez ; si cela ne suffit pas, rechargez la page.',
  invalidAddress: 'Ce n’est pas l’adresse d’un nœud. Saisissez-en une comme https://node.example.org.',
  versionStarting: 'La nouvelle version s’ouvre dès que les requêtes en cours sont terminées.',
  help: 'Aide (en anglais)',
}
