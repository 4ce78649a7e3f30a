import { erasePaint, type Paint, paintPlaces, type TextPlace } from './text-places.ts'

/** Paragraphs from one number to another, the last not included. */
export type Near = { from: number; to: number }

/**
 * Words that are painted on the text, wherever it is scrolled to. The browser goes through all that is painted
 * whenever any of it moves, so only what is near the window is; nothing of this is React's business.
 */
export class TextPaint {
  readonly #root: () => Element | null
  readonly #places = new Map<Paint, readonly TextPlace[]>()
  #near: Near = { from: 0, to: 0 }

  constructor(root: () => Element | null) {
    this.#root = root
  }

  /** Paints these places and no others; returns how to take them off. */
  show(paint: Paint, places: readonly TextPlace[]): () => void {
    this.#places.set(paint, places)
    this.#draw(paint)
    return () => {
      this.#places.delete(paint)
      erasePaint(paint)
    }
  }

  readonly moveTo = (near: Near) => {
    this.#near = near
    for (const paint of this.#places.keys()) this.#draw(paint)
  }

  #draw(paint: Paint) {
    const root = this.#root()
    const { from, to } = this.#near
    const near = this.#places.get(paint)?.filter(({ paragraph }) => paragraph >= from && paragraph < to)
    if (root && near) paintPlaces(paint, root, near)
  }
}
