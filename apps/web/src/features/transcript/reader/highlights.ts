/** A range of a paragraph's text, by offsets. */
export type TextRange = { paragraph: number; from: number; to: number }

const canHighlight = typeof CSS !== 'undefined' && 'highlights' in CSS

/** Highlights by their names in the stylesheet; a later one lies above. */
const names = [
  'unknown-word',
  'unsure-word',
  'replaced-word',
  'cited',
  'found',
  'found-now',
  'mark-now',
  'spoken-word',
] as const
export type HighlightName = (typeof names)[number]

/** Highlights all ranges at once, without touching the DOM. */
export function highlightRanges(name: HighlightName, root: Element, ranges: readonly TextRange[]) {
  if (!canHighlight) return
  const highlight = new Highlight()
  const texts = new Map<number, Text | undefined>()
  for (const range of ranges) {
    const { paragraph } = range
    if (!texts.has(paragraph)) texts.set(paragraph, paragraphIn(root, paragraph)?.text)
    const text = texts.get(paragraph)
    if (text) highlight.add(rangeIn(text, range))
  }
  register(name, highlight)
}

/** Highlights a live range: moving it moves the highlight. */
export function highlightLive(name: HighlightName, range: Range) {
  if (canHighlight) register(name, new Highlight(range))
}

export function clearHighlight(name: HighlightName) {
  if (canHighlight) CSS.highlights.delete(name)
}

function register(name: HighlightName, highlight: Highlight) {
  highlight.priority = names.indexOf(name)
  CSS.highlights.set(name, highlight)
}

/** A paragraph's element and its text node; undefined if not rendered yet. */
export function paragraphIn(root: Element, paragraph: number): { element: HTMLElement; text: Text } | undefined {
  const element = root.querySelector<HTMLElement>(`[data-paragraph="${paragraph}"]`)
  const text = element?.querySelector('[data-text]')?.firstChild
  return element && text instanceof Text ? { element, text } : undefined
}

/** The number of the paragraph around a node. */
export function paragraphOf(node: Node | null): number | undefined {
  const element = node instanceof Element ? node : node?.parentElement
  const number = element?.closest<HTMLElement>('[data-paragraph]')?.dataset.paragraph
  return number === undefined ? undefined : Number(number)
}

/** Static ranges cost nothing: they do not follow changes. */
function rangeIn(text: Text, { from, to }: TextRange): StaticRange {
  return new StaticRange({ startContainer: text, startOffset: from, endContainer: text, endOffset: to })
}
