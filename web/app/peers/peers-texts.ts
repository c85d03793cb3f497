import { chosenTexts } from '../language/chosen-texts.ts'
import { peers } from '../language/texts/en/peers.ts'

export const peersTexts = await chosenTexts(peers, {
  de: async () => (await import('../language/texts/de.ts')).peers,
  fr: async () => (await import('../language/texts/fr.ts')).peers,
})
