/** The color behind an element, and its opacity with that of all elements around it. */
interface Ground {
  readonly opacity: number
  readonly color: readonly number[]
}

/** What is wrong for somebody who sees little, hears the page, or has big fingers. */
export function audit(): string[] {
  const faults: string[] = []
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const colors = new Map<string, number[]>()
  const grounds = new Map<Element, Ground>()
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const seen = [...document.body.querySelectorAll('*')].filter(isSeen)
  const nameOf = (element: Element) =>
    `${element.localName}${element.id && `#${element.id}`}${element.className && `.${element.className}`} "${element.textContent?.trim().slice(0, 30)}"`

  // What is too wide widens the viewport of a phone, not its screen.
  const overflow = document.documentElement.scrollWidth - Math.min(innerWidth, screen.width)
  if (overflow > 0) faults.push(`the page is ${overflow} px wider than the screen`)
  const headings = seen.filter(({ localName }) => localName === 'h1')
  if (headings.length !== 1) faults.push(`${headings.length} headings of the first level`)
  for (const [id, { length }] of Map.groupBy(document.querySelectorAll('[id]'), ({ id }) => id)) {
    if (length > 1) faults.push(`${length} elements are #${id}`)
  }

  const levels = seen.flatMap(({ localName }) => (/^h[1-6]$/.test(localName) ? [Number(localName[1])] : []))
  for (const [at, level] of levels.entries()) {
    if (level > (levels[at - 1] ?? level) + 1)
      faults.push(`a heading of level ${level} follows ${levels[at - 1]}`)
  }
  const regions = seen.filter((element) => element.matches('[role="region"], nav, aside'))
  for (const [name, { length }] of Map.groupBy(regions, (each) => `${each.localName} ${each.ariaLabel}`)) {
    if (length > 1) faults.push(`${length} regions are called "${name}"`)
  }
  for (const element of seen) {
    if (element.matches('th:empty, img:not([alt])')) faults.push(`${nameOf(element)} says nothing`)
  }

  for (const control of seen.filter((element) =>
    element.matches('a[href], button, input, select, textarea, summary'),
  )) {
    const isQuiet = control.matches('.quiet, .skip')
    // A label around a control is hit for it.
    const { width, height } = (control.closest('label') ?? control).getBoundingClientRect()
    // Phones show no events in the cells of a public month: there a day leads to its events.
    const isInline = control.matches('p a, .guide :is(li, td) a, .busy li a')
    const least = control.matches('.entries small a, dd a') ? 24 : 32
    if (!isQuiet && !isInline && Math.min(width, height) < least) {
      faults.push(`${nameOf(control)} is ${width} by ${height} px`)
    }
    if (nameFor(control) === '') faults.push(`${nameOf(control)} has no name`)
    // Who speaks to the page says what is written.
    const label = control.getAttribute('aria-label')
    if (
      label !== null &&
      !plain(label).includes(plain(control.matches('a, button, summary') ? (control.textContent ?? '') : ''))
    )
      faults.push(`${nameOf(control)} is called "${label}"`)
  }

  for (const element of seen) {
    const { overflowX, overflowY } = getComputedStyle(element)
    const isCut =
      (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth) ||
      (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight)
    const isReached = element.matches('[tabindex="0"], textarea, select, html, body')
    if (
      isCut &&
      !isReached &&
      !element.querySelector('a[href], button:enabled, input:enabled, [tabindex="0"]')
    )
      faults.push(`${nameOf(element)} scrolls, but not by the keyboard`)
  }

  for (const element of seen) {
    const text = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    )
    if (!text || element.matches(':disabled, .quiet, .skip, option')) continue
    const { fontSize, fontWeight } = getComputedStyle(element)
    const isLarge = parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.6 : 24)
    const contrast = contrastOf(element)
    if (contrast < (isLarge ? 3 : 4.5))
      faults.push(`${nameOf(element)} has a contrast of ${contrast.toFixed(2)}`)
  }
  return faults

  function plain(text: string): string {
    return text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  }

  function nameFor(control: Element): string {
    const labels = 'labels' in control && control.labels instanceof NodeList ? [...control.labels] : []
    const named = [control.getAttribute('aria-label'), ...labels.map(({ textContent }) => textContent)]
    return [...named, control.textContent].join('').trim()
  }

  function contrastOf(element: Element): number {
    const { opacity, color: ground } = groundOf(element)
    const [red, green, blue, alpha = 1] = rgba(getComputedStyle(element).color)
    const ink = over([red ?? 0, green ?? 0, blue ?? 0, alpha * opacity], ground)
    const [light = 0, dark = 0] = [luminance(ink), luminance(ground)].toSorted((a, b) => b - a)
    return (light + 0.05) / (dark + 0.05)
  }

  /** What is behind the text of an element. Kept, because most elements have the same ones around them. */
  function groundOf(element: Element | null): Ground {
    if (!element) return { opacity: 1, color: [255, 255, 255] }
    const known = grounds.get(element)
    if (known) return known
    const around = groundOf(element.parentElement)
    const style = getComputedStyle(element)
    const ground = {
      opacity: around.opacity * Number(style.opacity),
      color: over(rgba(style.backgroundColor), around.color),
    }
    grounds.set(element, ground)
    return ground
  }

  function rgba(color: string): number[] {
    const known = colors.get(color)
    if (known) return known
    if (!context) throw new Error('This browser has no canvas')
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
    const parts = [red, green, blue, alpha / 255]
    colors.set(color, parts)
    return parts
  }

  function over([red = 0, green = 0, blue = 0, alpha = 1]: readonly number[], ground: readonly number[]) {
    return [red, green, blue].map((value, at) => value * alpha + (ground[at] ?? 0) * (1 - alpha))
  }

  function luminance(color: readonly number[]): number {
    const [red = 0, green = 0, blue = 0] = color.map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
}
