/** The width of a text in pixels, at a size of type. */
export type Measure = (text: string, size: number) => number

export type Box = { width: number; height: number; lineHeight: number; measure: Measure }

export type Block = { size: number; lines: string[] }

/**
 * Sets a text in the largest of the sizes in which it fits the box, in lines of about equal length. A text too long for
 * the smallest ends with `ending`.
 */
export function setText(text: string, sizes: readonly number[], ending: string, box: Box): Block {
  const words = wordsOf(text)
  for (const size of sizes) {
    const lines = broken(words, size, box.width, box.measure)
    const isWide = lines.some((line) => box.measure(line, size) > box.width)
    if (!isWide && lines.length <= mostLines(size, box))
      return { size, lines: balanced(words, lines.length, size, box) }
  }
  const size = sizes.at(-1) ?? 0
  const pieces = words.flatMap((word) => pieceWord(word, size, box))
  const most = mostLines(size, box)
  const lines = broken(pieces, size, box.width, box.measure)
  return lines.length <= most ? { size, lines } : { size, lines: cut(lines.slice(0, most), ending, size, box) }
}

/** One line, cut if it is too long. */
export function setLine(text: string, size: number, width: number, measure: Measure): string {
  return measure(text, size) <= width ? text : shortened(text, '…', (line) => measure(line, size) <= width)
}

const mostLines = (size: number, { height, lineHeight }: Box) => Math.max(1, Math.floor(height / (size * lineHeight)))

/** Units of a line: non-breaking spaces hold, a short word stays with the next, a dash with the one before. */
function wordsOf(text: string): string[] {
  const held = text.replaceAll(/(?<=^|[\s«„(])(\p{L}{1,2}) (?=\S)/gu, '$1\u00a0').replaceAll(/ (?=[—–])/g, '\u00a0')
  return held.split(' ')
}

/** As many lines, as narrow as they can be. */
function balanced(words: readonly string[], count: number, size: number, { width, measure }: Box): string[] {
  let [low, high] = [width / 2, width]
  while (high - low > size / 2) {
    const middle = (low + high) / 2
    if (broken(words, size, middle, measure).length > count) low = middle
    else high = middle
  }
  return broken(words, size, high, measure)
}

function broken(words: readonly string[], size: number, width: number, measure: Measure): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && measure(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** A word wider than the box, in pieces that are not. */
function pieceWord(word: string, size: number, { width, measure }: Box): string[] {
  const pieces = ['']
  for (const sign of word) {
    const longer = `${pieces.at(-1)}${sign}`
    if (measure(longer, size) <= width) pieces[pieces.length - 1] = longer
    else pieces.push(sign)
  }
  return pieces
}

function cut(lines: readonly string[], ending: string, size: number, { width, measure }: Box): string[] {
  const last = lines.at(-1) ?? ''
  const fits = (line: string) => measure(line, size) <= width
  return [...lines.slice(0, -1), fits(last + ending) ? endedWith(last, ending) : shortened(last, ending, fits)]
}

/** Drops words until the rest fits; of one long word, letters. */
function shortened(text: string, ending: string, fits: (line: string) => boolean): string {
  const words = wordsOf(text)
  for (let count = words.length - 1; count > 0; count--) {
    const line = endedWith(words.slice(0, count).join(' '), ending)
    if (fits(line)) return line
  }
  const signs = Array.from(words[0] ?? '')
  while (signs.length > 1 && !fits(endedWith(signs.join(''), ending))) signs.pop()
  return endedWith(signs.join(''), ending)
}

const endedWith = (text: string, ending: string) => `${text.replace(/[\s.,:;…—–»“-]+$/u, '')}${ending}`
