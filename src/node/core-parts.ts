import {
  blocksPart,
  blockstorePart,
  localStorePart,
  publicBlocksPart,
  publicSessionsPart,
  putWatchPart,
  quarantinePart,
  remoteSourcesPart,
  sessionsPart,
  storePart,
  wholeSourcePart,
  writeBudgetPart,
} from '../blocks/part.ts'
import { activityPart, bandwidthPart, callsPart, lifecyclePart } from '../diagnostics/part.ts'
import { filesPart } from '../files/part.ts'
import { filestorePart, referencesPart, sourcesPart } from '../filestore/part.ts'
import { bodyAdmissionPart } from '../http/part.ts'
import { identityPart, keysPart, secretsPart } from '../keys/part.ts'
import { domainNamesPart, domainTextsPart, nameSubscriptionsPart, namesPart } from '../names/part.ts'
import { hostedRecordsPart, routingPart } from '../net/routing/part.ts'
import { gatewaySourcePart } from '../net/trustless-gateway/part.ts'
import { coverWalkPart, pinsPart, walkPart, wholeWalkPart } from '../pins/part.ts'
import { contentLockPart, repoPart } from '../repo/part.ts'
import { datastorePart, freeSpacePart, reservedDatastorePart } from '../space/part.ts'

/** The parts that every node has. Their order does not matter: the composer sorts them by their needs. */
export const CORE_PARTS = [
  activityPart,
  callsPart,
  bandwidthPart,
  lifecyclePart,
  writeBudgetPart,
  bodyAdmissionPart,
  datastorePart,
  reservedDatastorePart,
  freeSpacePart,
  contentLockPart,
  sourcesPart,
  referencesPart,
  localStorePart,
  storePart,
  quarantinePart,
  putWatchPart,
  blockstorePart,
  wholeSourcePart,
  remoteSourcesPart,
  gatewaySourcePart,
  sessionsPart,
  publicBlocksPart,
  publicSessionsPart,
  walkPart,
  wholeWalkPart,
  coverWalkPart,
  pinsPart,
  blocksPart,
  repoPart,
  filestorePart,
  filesPart,
  secretsPart,
  identityPart,
  keysPart,
  domainTextsPart,
  domainNamesPart,
  routingPart,
  hostedRecordsPart,
  namesPart,
  nameSubscriptionsPart,
] as const
