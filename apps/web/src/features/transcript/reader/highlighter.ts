import { clearHighlight, type HighlightName, highlightRanges, type TextRange } from './highlights.ts'

/** A range of paragraphs, the end excluded. */
export type Near = { from: number; to: number }

/**
 * Highlights in the text, independent of React. The browser walks all highlight ranges whenever one moves,
 * so only those near the window are registered.
 */
export class Highlighter {
  readonly #root: () => Element | null
  readonly #ranges = new Map<HighlightName, readonly TextRange[]>()
  #near: Near = { from: 0, to: 0 }

  constructor(root: () => Element | null) {
    this.#root = root
  }

  /** Highlights these ranges and no others; returns how to remove them. */
  show(name: HighlightName, ranges: readonly TextRange[]): () => void {
    this.#ranges.set(name, ranges)
    this.#draw(name)
    return () => {
      this.#ranges.delete(name)
      clearHighlight(name)
    }
  }

  readonly moveTo = (near: Near) => {
    this.#near = near
    for (const name of this.#ranges.keys()) this.#draw(name)
  }

  #draw(name: HighlightName) {
    const root = this.#root()
    const { from, to } = this.#near
    const near = this.#ranges.get(name)?.filter(({ paragraph }) => paragraph >= from && paragraph < to)
    if (root && near) highlightRanges(name, root, near)
  }
}
