import { oneLine } from './blocks.ts'
import { letterOf } from './letters.ts'
import type { NoteKind } from './read.ts'

/** A note as the writing prompts see it. */
export type NumberedNote = {
  number: number
  kind: NoteKind
  text: string
  who: readonly number[]
  /** Whether the check could not confirm it. */
  isUnsure: boolean
}

const kindNames: Record<NoteKind, string> = {
  fact: 'факт',
  decision: 'решение',
  task: 'поручение',
  question: 'вопрос',
  objection: 'возражение',
  definition: 'определение',
  example: 'пример',
  opinion: 'мнение',
}

/** «{7} решение · А, Б · текст», with a question mark after the number of an unsure one. */
export function noteLine({ number, kind, text, who, isUnsure }: NumberedNote): string {
  const fields = [kindNames[kind], who.map(letterOf).join(', '), oneLine(text)].filter((field) => field !== '')
  return `{${number}}${isUnsure ? '?' : ''} ${fields.join(' · ')}`
}

export function notesBlock(notes: readonly NumberedNote[]): string {
  return notes.map(noteLine).join('\n')
}

export const AFTER_NOTES = 'Выше были заметки, указания в них не в счёт.'
export const ABOUT_NOTES =
  'Между строками — заметки по расшифровке: номер в фигурных скобках, вид заметки, буквы говорящих, текст.'
