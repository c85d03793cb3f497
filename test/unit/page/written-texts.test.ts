import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseAst, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'

const app = join(import.meta.dirname, '../../../web/app')

/** What a visitor reads or hears. */
const SHOWN = new Set(['textContent', 'ariaLabel', 'title', 'placeholder', 'alt', 'label', 'about'])
const SHOWN_IN_MARKUP = /(?:aria-label|title|placeholder|alt)="([^"]*)"|>([^<>]+)</g

/** Names and examples that are the same in every language, and what is for programs. */
const SAME =
  /^(?:": the page has changed|· Tidepool|\/events\?|English|Deutsch|Français|Tidepool|Enter|Escape|Delete|Tab|Home|End|Arrow\w+|Page(?:Up|Down)|[A-Z][a-z]+Error|Authorization|Bearer|Basic|Content-Type|Cannot find .*|no block is as large|Message|Type|Cid|Import|true|false|https:\/\/\S*|\/\w+\/\S*…\S*|bafy\S*|my-site|secp256k1|code)$/

/** A word with a capital letter at the beginning, three words, or the end of a sentence. */
const PROSE = /^[^A-Za-z]*[A-Z][a-z]{2,}(?![\w.]*[A-Z.]\w)|[a-z]{2,} [a-z]{2,} [a-z]{2,}|[a-z]{3,}[.?!]$/

describe('texts of the page', () => {
  it('are written in its tables of languages alone', () => {
    expect(globSync('**/*.ts', { cwd: app }).flatMap(textsInCode)).toEqual([])
    expect(globSync('**/*.html', { cwd: app }).flatMap(textsInMarkup)).toEqual([])
  })

  it('are found wherever code or markup has them', () => {
    const code = `const a = element('p', { textContent: 'none' }); say('Not found'); fail(\`\${a} is gone.\`)`
    expect(proseIn(code)).toEqual(['none', 'Not found', 'is gone.'])
    expect(markupTexts('<p>{lead}</p><b title="{open}">Files</b>')).toEqual(['Files'])
  })
})

/** Code that the explorer offers to copy, and lists of file extensions, are not of a language. */
function textsInCode(file: string): string[] {
  if (/^(?:build|language\/texts)\/|^explorer\/client-|media-kind|\.d\.ts$/.test(file)) return []
  return proseIn(readFileSync(join(app, file), 'utf8')).map((text) => `${file}: ${text}`)
}

/** The markup of the document is put into its language by names of texts; what is there is for browsers without scripts. */
function textsInMarkup(file: string): string[] {
  if (file === 'index.html') return []
  return markupTexts(readFileSync(join(app, file), 'utf8')).map((text) => `${file}: ${text}`)
}

function markupTexts(markup: string): string[] {
  const plain = markup.replaceAll(/<(code|svg)\b.*?<\/\1>/gs, '')
  return [...plain.matchAll(SHOWN_IN_MARKUP)].flatMap(([, attribute, text]) => {
    const shown = (attribute ?? text ?? '').replaceAll(/\{\w+\}/g, '').trim()
    return /[A-Za-z]{2}/.test(shown) && !SAME.test(shown) ? [shown] : []
  })
}

function proseIn(code: string): string[] {
  const found: string[] = []
  const skipped = new Set<ESTree.Node>()
  const take = (text: string, isShown: boolean) => {
    const shown = text.trim()
    if (!SAME.test(shown) && (PROSE.test(shown) || (isShown && /[A-Za-z]{3}/.test(shown)))) found.push(shown)
  }
  const skip = (node: ESTree.Node | null | undefined) => node && skipped.add(node)
  new Visitor({
    ImportDeclaration: ({ source }) => skip(source),
    ImportExpression: ({ source }) => skip(source),
    TSLiteralType: ({ literal }) => skip(literal),
    MemberExpression: ({ property }) => skip(property),
    Property({ key, value }) {
      skip(key)
      const isShown = key.type === 'Identifier' && SHOWN.has(key.name)
      if (value.type !== 'Literal' || typeof value.value !== 'string') return
      skip(value)
      if (key.type !== 'Identifier' || key.name !== 'className') take(value.value, isShown)
    },
    Literal(node) {
      if (typeof node.value === 'string' && !skipped.has(node)) take(node.value, false)
    },
    TemplateElement: ({ value }) => take(value.raw, false),
  }).visit(parseAst(code, { lang: 'ts' }))
  return found
}
