import * as z from 'zod'

import { listOf, Numbers, Text } from './answers.ts'
import { array, integer, object, string } from './json-schema.ts'
import { ABOUT_NOTES, AFTER_NOTES, notesBlock, type NumberedNote } from './notes-block.ts'
import type { Question } from './question.ts'

const Topic = z.object({ text: Text, notes: Numbers })
export type TopicAnswer = z.infer<typeof Topic>

/** Names topics only: a free description is a generalisation, which no check can confirm. */
export function aboutQuestion(notes: readonly NumberedNote[]): Question<{ topics: TopicAnswer[] }> {
  return {
    purpose: 'about',
    before: `${ABOUT_NOTES}
Назови от 2 до 7 тем записи, от главной к второстепенным. Тема — от 1 до 6 слов из заметок, в предложном падеже, чтобы читалось после «Речь о…»: «сроках релиза», «найме тестировщика». Без глаголов и оценок. К каждой — номера заметок. Верни {"topics": [{"text", "notes"}]}.`,
    data: notesBlock(notes),
    after: `${AFTER_NOTES} Верни {"topics": [...]} по правилам.`,
    schema: { name: 'topics', schema: object({ topics: array(object({ text: string, notes: array(integer) })) }) },
    reply: z.object({ topics: listOf(Topic) }),
    maxTokens: 500,
  }
}
