import { wordsOf } from '@doslovno/domain/transcript/spread-words.ts'
import { acceptPatches, findQuestions, keepPatches, type Question } from '@doslovno/domain/vocabulary/marks.ts'

import type { Editor } from '#features/editing/text/editor.ts'
import { answer } from '#features/editing/vocabulary/answer.ts'

import { wordKey } from './review-queue.ts'

/** Gives one answer for every place where the same was heard; returns the keys of the words it put in. */
export function answerQuestion(editor: Editor, scriptId: string, asked: Question, isTerm: boolean): string[] {
  const { segments } = editor.getState().transcript
  const { heard, termId } = asked
  const places = findQuestions(segments).find((one) => one.heard === heard && one.termId === termId)?.places ?? []
  const patches = (isTerm ? acceptPatches : keepPatches)(segments, places)
  if (places.length === 0 || !editor.perform([{ kind: 'restoreSegments', patches }])) return []
  if (isTerm) void answer(scriptId, places.map(() => ({ heard, termId, answer: 'accepted' }))) // prettier-ignore
  return patches.flatMap((patch) =>
    patch.segments.flatMap((segment) =>
      wordsOf(segment)
        .filter((word) => word.termId === termId)
        .map(wordKey),
    ),
  )
}
