import { defineCommand, empty } from '../../declare/command.ts'
import { onlyPart } from '../../form/only-part.ts'
import { readDocument } from '../../options/setting-value.ts'

/** Of a document as JSON: twice what is stored of one, for its indentation. */
const MAX_DOCUMENT_BYTES = 512 * 1024

/** Spec: RPC document, section 4, `/config/replace`. The answer is empty: the log names what needs a restart. */
export const configReplace = defineCommand({
  path: 'config/replace',
  about: 'Replace the settings by the request body',
  args: {},
  options: {},
  body: 'file',
  reply: empty(),
  parts: ['configuration'],
  async run({ configuration }, { body, signal }) {
    const document = readDocument(await onlyPart(body, { limitBytes: MAX_DOCUMENT_BYTES }))
    await configuration.replace(document, { signal })
  },
})
