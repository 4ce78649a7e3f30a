/** Where a draft was read: its uppermost visible paragraph, and whether the heard one was visible. */
export type Place = { seconds: number; top: number; isHeardShown: boolean }

/** A later visit begins at the top. */
const KEPT_MS = 15_000

let kept: { scriptId: string; place: Place; untilMs: number } | undefined

/** Called by a draft when its finished text follows. */
export function keepPlace(scriptId: string, place: Place): void {
  kept = { scriptId, place, untilMs: performance.now() + KEPT_MS }
}

/** Called once by the finished text; undefined if its draft was not on screen. */
export function takePlace(scriptId: string): Place | undefined {
  const found = kept
  kept = undefined
  return found?.scriptId === scriptId && performance.now() < found.untilMs ? found.place : undefined
}

/** Undefined at the beginning of the page, which needs no scrolling. */
export function placeIn(root: HTMLElement): Place | undefined {
  if (window.scrollY === 0) return undefined
  const paragraphs = [...root.querySelectorAll<HTMLElement>('[data-paragraph]')]
  const first = paragraphs.find((paragraph) => isShown(paragraph))
  const seconds = first?.querySelector<HTMLElement>('[data-seek]')?.dataset.seek
  if (!first || seconds === undefined) return undefined
  const heard = root.querySelector('[data-active]')
  return {
    seconds: Number(seconds),
    top: first.getBoundingClientRect().top,
    isHeardShown: heard !== null && isShown(heard),
  }
}

function isShown(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}
