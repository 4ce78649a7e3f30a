/** Marks the word that is spoken at a second, and scrolls a new paragraph into sight. Words carry `data-at`. */
export function lightWord(text: HTMLElement, seconds: number): void {
  const words = Array.from(text.querySelectorAll<HTMLElement>('[data-at]'))
  const next = words.findIndex(({ dataset }) => Number(dataset['at']) > seconds)
  const word = next === -1 ? words.at(-1) : words[Math.max(0, next - 1)]
  const lit = text.querySelector('[data-now]')
  if (!word || word === lit) return
  lit?.removeAttribute('data-now')
  word.dataset['now'] = ''
  const paragraph = word.closest('p')
  if (paragraph && paragraph !== lit?.closest('p')) show(text, paragraph)
}

/** Scrolls the text alone: the page stays where its reader is. */
function show(text: HTMLElement, paragraph: HTMLElement): void {
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  const above = (text.clientHeight - paragraph.offsetHeight) / 2
  text.scrollTo({ top: paragraph.offsetTop - Math.max(0, above), behavior })
}
