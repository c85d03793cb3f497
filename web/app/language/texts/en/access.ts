/** The texts of the dialog that connects to a node. */
export const access = {
  title: 'Connect to a node',
  lead: 'The page then shows that node in all of its parts. Addresses and tokens are kept in this browser.',
  address: 'Address',
  token: 'Token (if it asks for one)',
  calendar: 'To change its calendar',
  login: 'Login of the calendar',
  secret: 'Secret of the calendar',
  connect: 'Connect',
  forget: 'Forget this node',
  connecting: 'Connecting',
  refused: (origin: string) =>
    `The node refuses this page. Enter a token that is valid for its API. Its owner must also permit pages of ${origin} if they are not its own.`,
  unreached: (origin: string) =>
    `The node cannot be reached from this page. Check the address; its owner must permit pages of ${origin} (API_ORIGIN).`,
  noNode: 'The server of this page is no node, or cannot be reached.',
}
