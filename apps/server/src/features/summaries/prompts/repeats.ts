import { systemPrompt } from './system.ts'

/** So many words in a row are no coincidence. */
const RUN = 5

/** Whether a text repeats our own instructions, which nobody said in the recording. */
export function repeatsInstructions(text: string): boolean {
  return /[⟦⟧]/.test(text) || runsOf(text).some((run) => instructions.has(run))
}

function runsOf(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return words.slice(RUN - 1).map((_, index) => words.slice(index, index + RUN).join(' '))
}

const instructions = new Set(runsOf(systemPrompt('')))

/** Whether a text has no Russian word at all. */
export function hasNoRussian(text: string): boolean {
  return !/\p{Script=Cyrillic}/u.test(text)
}
