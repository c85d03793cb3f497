/** The DHT of the public network, and that of private ones. */
export const PUBLIC_PROTOCOL = '/ipfs/kad/1.0.0'
export const PRIVATE_PROTOCOL = '/ipfs/lan/kad/1.0.0'
