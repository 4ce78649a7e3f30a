/** Letters that stand for speakers in prompts. Those that look like digits or like each other are left out. */
const LETTERS = 'АБВГДЕЖИКЛМНПРСТУФХЦШЭЮЯ'
const LATIN_TWINS: Record<string, string> = { A: 'А', B: 'В', C: 'С', E: 'Е', H: 'Н', K: 'К', M: 'М', P: 'Р', T: 'Т', X: 'Х', Y: 'У' } // prettier-ignore

/** «А» for speaker 0; after the last letter «А2», «Б2» and so on. Names of speakers never leave the server. */
export function letterOf(speaker: number): string {
  const round = Math.floor(speaker / LETTERS.length)
  return `${LETTERS[speaker % LETTERS.length]}${round === 0 ? '' : round + 1}`
}

/** The speaker of a letter; models sometimes answer with a Latin letter of the same look. */
export function speakerOf(letter: string): number | undefined {
  const [, sign = '', round = '1'] = /^(\p{L})(\d+)?[.:]?$/u.exec(letter.trim().toUpperCase()) ?? []
  const place = LETTERS.indexOf(LATIN_TWINS[sign] ?? sign)
  if (sign === '' || place < 0) return undefined
  return (Number(round) - 1) * LETTERS.length + place
}

/** Speakers of an answer: known letters only, each once. */
export function speakersOf(letters: readonly string[], known: ReadonlySet<number>): number[] {
  const found = letters.map(speakerOf).filter((speaker) => speaker !== undefined && known.has(speaker))
  return [...new Set(found as number[])]
}
