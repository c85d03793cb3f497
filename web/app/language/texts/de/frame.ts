import type { frame as english } from '../en/frame.ts'

export const frame: typeof english = {
  skip: 'Menü überspringen',
  menu: 'Bereiche dieser Seite',
  nodeSwitch: 'Knoten',
  starting: 'Startet',
  reload: 'Neu laden',
  close: 'Schließen',
  cancel: 'Abbrechen',
  remove: 'Entfernen',
  save: 'Speichern',
  saved: 'Gespeichert.',
  copied: 'Kopiert',
  removed: 'Entfernt',
  added: 'Hinzugefügt',
  content: 'Inhalte',
  explorer: 'Explorer',
  calendar: 'Kalender',
  peers: 'Peers',
  names: 'Namen',
  ledger: 'Ledger',
  settings: 'Einstellungen',
  outdated: (view) =>
    `Dieser Tab wurde geöffnet, bevor sich die Seite geändert hat. Laden Sie ihn neu, um „${view}“ zu öffnen.`,
  outdatedPart:
    'Dieser Tab wurde geöffnet, bevor sich die Seite geändert hat. Laden Sie ihn neu und versuchen Sie es erneut.',
  notLoaded: (view) =>
    `„${view}“ konnte nicht geladen werden: Die Seite hat sich geändert, oder ihr Server ist nicht erreichbar. Laden Sie sie neu.`,
  newVersion:
    'Es gibt eine neue Version dieser Seite. Laden Sie neu, um fortzufahren; die Daten in diesem Browser bleiben erhalten.',
  otherLanguage:
    'Eine andere Sprache wurde gewählt. Dieser Tab arbeitet weiter; laden Sie ihn neu, um sie zu übernehmen. Das beendet laufende Vorgänge.',
  otherNode: (name) =>
    `„${name}“ wurde gewählt. Dieser Tab arbeitet weiter; laden Sie ihn neu, um zu folgen. Das beendet laufende Vorgänge.`,
  noWorker:
    'Die Seite kann in diesem Browser keinen Service Worker verwenden. Öffnen Sie sie über https oder unter http://localhost, außerhalb eines privaten Fensters.',
  noStart:
    'Der Knoten konnte in diesem Browser nicht starten. Laden Sie die Seite neu; hilft das nicht, erlauben Sie Websitedaten für diese Adresse.',
  noWorkerFile: (path: string) =>
    `Der Knoten konnte in diesem Browser nicht starten: Der Server hat ${path} nicht, wohl weil die Seite neu gebaut wurde, während er läuft. Laden Sie neu; hilft das nicht, starten Sie den Server neu.`,
  noCopying: (text) => `Der Browser erlaubt kein Kopieren. Kopieren Sie es von hier: ${text}`,
  online: 'Online',
  offline: 'Offline nutzbar',
  notStarted: 'Nicht gestartet',
  notReached: 'Nicht erreichbar',
  browser: 'Dieser Browser',
  server: 'Dieser Server',
  browserOffline:
    'Der Server dieser Seite ist nicht erreichbar. Alles hier Gespeicherte funktioniert weiterhin.',
  serverOffline:
    'Der Server ist nicht erreichbar. Wählen Sie „Dieser Browser“, um mit dem hier Gespeicherten zu arbeiten.',
  otherOffline: (url) => `Der Knoten unter ${url} ist von dieser Seite aus nicht erreichbar.`,
  aboutBrowser:
    'Sie sehen den Knoten in diesem Browser. Er stellt die API unter /api/v0 und Inhalte unter /ipfs/<cid> selbst bereit. Was Sie hinzufügen, bleibt hier, bis Sie sich mit Peers verbinden oder es anderswo anpinnen.',
  aboutServer: 'Sie sehen den Knoten auf dem Server dieser Seite. Was Sie hinzufügen, wird dort gespeichert.',
  aboutOther: (url) => `Sie sehen den Knoten unter ${url}. Was Sie hinzufügen, wird dort gespeichert.`,
  anotherNode: 'Anderer Knoten …',
  accessToNode: 'Zugang zu diesem Knoten …',
  block: { one: '# Block', other: '# Blöcke' },
  commit: { one: '# Commit', other: '# Commits' },
  file: { one: '# Datei', other: '# Dateien' },
  item: { one: '# Element', other: '# Elemente' },
  record: { one: '# Eintrag', other: '# Einträge' },
  nextSpace:
    'Entfernen Sie, was Sie nicht brauchen, drücken Sie „Speicher freigeben“ und versuchen Sie es erneut.',
  nextPeer:
    'Prüfen Sie, dass der Peer läuft und dass seine Adresse /ws oder /wss enthält, oder einen anderen Weg, auf dem sich dieser Knoten verbindet, und mit /p2p/ und der ID des Peers endet.',
  nextAbsent:
    'Dieser Knoten hat es nicht. Öffnen Sie eine CAR-Datei, die es enthält, fügen Sie die Dateien erneut hinzu, oder verbinden Sie ihn in der Ansicht „Peers“ mit einem Peer, der es hat.',
  nextResolver: 'Tragen Sie in den Einstellungen einen bei „DNS.Resolvers“ ein und versuchen Sie es erneut.',
  nextOnline: 'Verbinden Sie den Knoten in der Ansicht „Peers“ oder wählen Sie einen anderen Befehl.',
  nextUnsupported: 'Das lässt sich hier nicht beheben. Wählen Sie einen anderen Befehl.',
  nextCid: 'Kopieren Sie die ganze CID und fügen Sie sie erneut ein.',
  nextMissing:
    'Es wurde vielleicht verschoben oder entfernt. Öffnen Sie den übergeordneten Ordner und sehen Sie dort nach.',
  nextName: 'Wählen Sie einen anderen Namen.',
  nextData:
    'Das sind Daten und keine Datei und kein Ordner; sie lassen sich nur anpinnen. Speichern Sie sie als CAR, um sie mitzunehmen.',
  nextUnpinned: 'Der Pin ist bereits entfernt. Laden Sie die Seite neu, um zu sehen, was hier ist.',
  nextPassphrase: 'Geben Sie die Passphrase ein, mit der die Sicherung gespeichert wurde.',
  nextOwn: 'Wählen Sie weniger Teile aus oder einen anderen Knoten: Was er hat, wird nicht ersetzt.',
  nextCar:
    'Diese CAR-Datei ist unvollständig oder ungültig. Speichern Sie sie an ihrer Quelle erneut und öffnen Sie dann diese Datei.',
  nextRequired: 'Füllen Sie das Feld mit diesem Namen aus und führen Sie den Befehl erneut aus.',
  nextField: 'Ändern Sie das genannte Feld und führen Sie den Befehl erneut aus.',
  nextToken: 'Dafür ist ein Token nötig: Wählen Sie oben auf der Seite „Zugang zu diesem Knoten …“.',
  nextForbidden:
    'Seiten dürfen das nicht ausführen. Verwenden Sie curl mit einem Token, das den Befehl nennt.',
  nextRestart:
    'Laden Sie die Seite neu und versuchen Sie es erneut: Ein Knoten im Browser startet mit ihr neu.',
  cut: 'Der Knoten hat nicht oder nicht bis zum Ende geantwortet, oder eine Datei hat sich beim Lesen geändert. Wenn der Knoten läuft, laden Sie die Seite neu und versuchen Sie es erneut.',
  otherwise: 'Versuchen Sie es erneut; hilft das nicht, laden Sie die Seite neu.',
  invalidAddress: 'Das ist keine Adresse eines Knotens. Geben Sie eine ein wie https://node.example.org.',
  versionStarting: 'Die neue Version öffnet sich, sobald laufende Anfragen beendet sind.',
  help: 'Hilfe (Englisch)',
}
