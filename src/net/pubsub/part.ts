import { definePart } from '../../parts/define-part.ts'
import { createPubsub, type PubsubOptions } from './create-pubsub.ts'
import { disabledPubsub } from './disabled-pubsub.ts'
import type { Pubsub } from './pubsub.ts'
import type { PubsubSettings } from './settings.ts'

export interface PubsubNeeds extends PubsubOptions {
  readonly pubsubSettings: Partial<PubsubSettings>
}

/** Messages among peers. The code of gossipsub is loaded at the first use. */
export const pubsubPart = definePart({
  name: 'pubsub',
  needs: {
    network: 'required',
    datastore: 'required',
    clock: 'required',
    logger: 'required',
    pubsubSettings: 'required',
  },
  create: ({ pubsubSettings: { isPubsubEnabled = true }, ...needs }: PubsubNeeds): Pubsub =>
    isPubsubEnabled ? createPubsub(needs) : disabledPubsub,
})
