import type { Page } from 'playwright'

import type { Hands, Point } from './hands.ts'

/** The text field with the focus, and its selection. */
type Field = { value: string; from: number; to: number }

const MOST_KEYS = 25

export const focusedField = (page: Page): Promise<Field | undefined> =>
  page.evaluate(() => {
    const field = document.activeElement
    if (!(field instanceof HTMLTextAreaElement)) return undefined
    return { value: field.value, from: field.selectionStart, to: field.selectionEnd }
  })

/** Selects words of a sentence under review: an arrow leads to the next word, with Shift it takes that one too. */
export async function selectWords(
  page: Page,
  hands: Hands,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const first = (await focusedField(page)) ?? { value: '', from: 0, to: 0 }
  const wordsIn = (text: string) => text.split(/\s+/u).length
  const isFarLeft =
    from < first.from && wordsIn(first.value.slice(from, first.from)) > wordsIn(first.value.slice(0, from))
  if (isFarLeft || (from < first.from && first.from === first.to)) await hands.press('Home')
  for (let keys = 0; keys < MOST_KEYS; keys++) {
    const field = (await focusedField(page)) ?? first
    if (field.from === from && field.to === to && from < to) return true
    if (field.from === from && field.from < field.to && field.to < to) await hands.press('Shift+ArrowRight')
    else if (field.from < from || (field.from === from && field.from === field.to)) await hands.press('ArrowRight')
    else if (field.from > from) await hands.press('ArrowLeft')
    else return false
  }
  return false
}

/** Selects a stretch of the field by keys. Returns false if that takes too many. */
export async function select(page: Page, hands: Hands, { from, to }: { from: number; to: number }): Promise<boolean> {
  const now = async () => (await focusedField(page)) ?? { value: '', from: -1, to: -1 }
  for (let keys = 0; keys < MOST_KEYS; keys++) {
    const field = await now()
    if (field.from === from && field.to === to) return true
    if (field.from !== from && field.from !== field.to) await hands.press('ArrowLeft')
    else if (field.from > from) await hands.press(field.from - from > 2 ? 'Control+ArrowLeft' : 'ArrowLeft')
    else if (field.from < from) await hands.press(from - field.from > 2 ? 'Control+ArrowRight' : 'ArrowRight')
    else if (field.to < to) await hands.press(to - field.to > 2 ? 'Shift+Control+ArrowRight' : 'Shift+ArrowRight')
    else await hands.press('Shift+ArrowLeft')
  }
  return false
}

/** Where a character of a paragraph is on the screen; scrolls to it if needed. */
export async function placeOf(page: Page, paragraph: number, offset: number): Promise<Point | undefined> {
  const find = () =>
    page.evaluate(
      ({ paragraph: number, offset: wanted }) => {
        const text = document.querySelector(`[data-paragraph="${number}"] [data-text]`)
        if (!text) return undefined
        const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
        let before = 0
        for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
          const length = node.textContent?.length ?? 0
          if (wanted < before + length) {
            const range = document.createRange()
            range.setStart(node, wanted - before)
            range.setEnd(node, wanted - before + 1)
            const { left, top, width, height } = range.getBoundingClientRect()
            const point = { x: left + width / 2, y: top + height / 2 }
            const isSeen = text.contains(document.elementFromPoint(point.x, point.y))
            if (!isSeen) text.scrollIntoView({ block: 'center', behavior: 'instant' })
            return { ...point, isSeen }
          }
          before += length
        }
        return undefined
      },
      { paragraph, offset },
    )
  const first = await find()
  return first?.isSeen === false ? find() : first
}
