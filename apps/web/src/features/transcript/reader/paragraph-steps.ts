import { paragraphOf } from './highlights.ts'

const STOPS = 'button, [data-seek], [data-text][tabindex]'
const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

export type StepOptions = {
  root: HTMLElement
  /** Scrolls a paragraph to the middle of the window. */
  reveal: (paragraph: number) => void
  /** Called with the start of the paragraph that the user stepped to. */
  onStep: (seconds: number) => void
}

/** Roving tabindex: Tab enters the text once, arrows move between paragraphs. */
export class ParagraphSteps {
  readonly #options: StepOptions
  readonly #life = new AbortController()
  #stop = 0

  constructor(options: StepOptions) {
    this.#options = options
    const { root } = options
    const { signal } = this.#life
    root.addEventListener('focusin', ({ target }) => this.#move(paragraphOf(target as Node)), { signal }) // only nodes take the focus
    root.addEventListener('keydown', (event) => this.#press(event), { signal })
  }

  /** Sets where Tab enters the text; a focus inside stays where it is. */
  enterAt(paragraph: number) {
    if (!this.#options.root.contains(document.activeElement)) this.#move(paragraph)
  }

  /** Keeps a tab stop in the text after some of it was hidden. */
  settle() {
    const paragraphs = [...this.#options.root.querySelectorAll<HTMLElement>('[data-paragraph]')]
    const isReached = paragraphs.some((paragraph) => !paragraph.hidden && paragraphOf(paragraph) === this.#stop)
    if (!isReached) this.#move(paragraphOf(paragraphs.find(({ hidden }) => !hidden) ?? null))
  }

  /** Moves to the next or previous visible paragraph. */
  step(by: -1 | 1) {
    const paragraphs = [...this.#options.root.querySelectorAll<HTMLElement>('[data-paragraph]')]
    let next = this.#here(paragraphs) + by
    while (paragraphs[next]?.hidden) next += by
    const time = paragraphs[next]?.querySelector<HTMLElement>('[data-seek]')
    const paragraph = paragraphOf(time ?? null)
    if (!time || paragraph === undefined) return
    this.#options.reveal(paragraph)
    this.#move(paragraph)
    const text = paragraphs[next]?.querySelector<HTMLElement>('[data-text][tabindex]')
    ;(text ?? time).focus({ preventScroll: true })
    this.#options.onStep(Number(time.dataset.seek))
  }

  destroy() {
    this.#life.abort()
  }

  /** The focused paragraph, else the spoken one; before any speech the first step leads to the beginning. */
  #here(paragraphs: readonly HTMLElement[]): number {
    const focused = paragraphs.findIndex((paragraph) => paragraph.contains(document.activeElement))
    return focused >= 0 ? focused : paragraphs.findIndex((paragraph) => 'active' in paragraph.dataset)
  }

  #press(event: KeyboardEvent) {
    const by = STEPS[event.key]
    const isInField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
    if (by === undefined || isInField || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    this.step(by)
  }

  #move(paragraph: number | undefined) {
    if (paragraph === undefined) return
    this.#reach(this.#stop, -1)
    this.#reach(paragraph, 0)
    this.#stop = paragraph
  }

  #reach(paragraph: number, tabIndex: -1 | 0) {
    const element = this.#options.root.querySelector(`[data-paragraph="${paragraph}"]`)
    for (const button of element?.querySelectorAll<HTMLElement>(STOPS) ?? []) button.tabIndex = tabIndex
  }
}
