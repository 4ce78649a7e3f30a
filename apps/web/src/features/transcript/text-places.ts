/** A stretch of a paragraph's text, by offsets. */
export type TextPlace = { paragraph: number; from: number; to: number }

const canHighlight = typeof CSS !== 'undefined' && 'highlights' in CSS

/** What is painted on the text, by the names of the stylesheet; a later one lies above. */
const paints = ['unsure-word', 'found', 'found-now', 'spoken-word'] as const
export type Paint = (typeof paints)[number]

/** Paints all places at once; nothing is wrapped, nothing else is drawn anew. */
export function paintPlaces(paint: Paint, root: Element, places: readonly TextPlace[]) {
  if (!canHighlight) return
  const highlight = new Highlight()
  const texts = new Map<number, Text | undefined>()
  for (const place of places) {
    const { paragraph } = place
    if (!texts.has(paragraph)) texts.set(paragraph, paragraphIn(root, paragraph)?.text)
    const text = texts.get(paragraph)
    if (text) highlight.add(rangeIn(text, place))
  }
  register(paint, highlight)
}

/** Paints a live range: whoever moves it moves the paint. */
export function paintRange(paint: Paint, range: Range) {
  if (canHighlight) register(paint, new Highlight(range))
}

export function erasePaint(paint: Paint) {
  if (canHighlight) CSS.highlights.delete(paint)
}

function register(paint: Paint, highlight: Highlight) {
  highlight.priority = paints.indexOf(paint)
  CSS.highlights.set(paint, highlight)
}

/** A paragraph's element and its one text node; undefined where it is not drawn yet. */
export function paragraphIn(root: Element, paragraph: number): { element: HTMLElement; text: Text } | undefined {
  const element = root.querySelector<HTMLElement>(`[data-paragraph="${paragraph}"]`)
  const text = element?.querySelector('[data-text]')?.firstChild
  return element && text instanceof Text ? { element, text } : undefined
}

/** The paragraph that an element or a text stands in, by number. */
export function paragraphOf(node: Node | null): number | undefined {
  const element = node instanceof Element ? node : node?.parentElement
  const number = element?.closest<HTMLElement>('[data-paragraph]')?.dataset.paragraph
  return number === undefined ? undefined : Number(number)
}

/** Ranges that do not follow changes cost nothing while they wait. */
function rangeIn(text: Text, { from, to }: TextPlace): StaticRange {
  return new StaticRange({ startContainer: text, startOffset: from, endContainer: text, endOffset: to })
}
