import { answerTerms, type TermAnswer } from '@doslovno/contract/script-vocabulary.ts'
import type { Patch } from '@doslovno/domain/editing/changes.ts'
import { paragraphRanges } from '@doslovno/domain/transcript/paragraphs.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { joinWords } from '@doslovno/domain/transcript/spread-words.ts'
import { replacedWords } from '@doslovno/domain/vocabulary/correct.ts'
import {
  bareText,
  findReplaced,
  type MarkPlace,
  reformPatches,
  undoPatches,
} from '@doslovno/domain/vocabulary/marks.ts'
import { lettersOf } from '@doslovno/domain/vocabulary/term-index.ts'
import { editingTexts } from '@doslovno/texts/editing.ts'
import { markTexts, vocabularyLineTexts } from '@doslovno/texts/marks.ts'
import { useQueryClient } from '@tanstack/react-query'

import type { Editor } from '#features/editing/text/editor.ts'
import { call } from '#lib/api/current.ts'
import type { MarkActions, ParagraphMark } from '#lib/file-page/marks.ts'
import { knownTermsQuery } from '#lib/queries/known-words.ts'
import { showToast } from '#ui/toast.ts'

const MOST_ANSWERS = 1000

/** Takes back what the vocabulary put in: edits like any other, and answers for the vocabulary. */
export function useMarkActions(editor: Editor, scriptId: string): MarkActions {
  const queries = useQueryClient()
  const undo = (places: readonly MarkPlace[]) => {
    const segments = textOf(editor)
    const answers = places.flatMap((place) => answerAt(segments, place))
    return change(editor, undoPatches(segments, places)) ? answers : []
  }
  const never = async (mark: ParagraphMark) => {
    const place = placeOf(editor, mark)
    const [first, ...others] = place ? undo(sameAs(textOf(editor), place)) : []
    if (!first) return
    const isHeld = await answer(scriptId, [{ ...first, answer: 'never' }, ...others])
    showToast(isHeld ? markTexts.neverDone(bareText(first.heard)) : editingTexts.failed, 3000)
  }
  return {
    undo: (mark) => {
      const place = placeOf(editor, mark)
      if (place) void answer(scriptId, undo([place]))
    },
    undoAll: () => {
      const undone = undo(findReplaced(textOf(editor)))
      if (undone.length > 0) showToast(vocabularyLineTexts.undone(undone.length))
      void answer(scriptId, undone)
    },
    never: (mark) => void never(mark),
    formsOf: async (mark) => {
      const place = placeOf(editor, mark)
      const shown = place ? shownAt(textOf(editor), place) : ''
      const terms = await queries.fetchQuery(knownTermsQuery).catch(() => undefined)
      return terms?.forms.get(lettersOf(shown))?.filter((form) => form !== bareText(shown)) ?? []
    },
    reform: (mark, form) => {
      const place = placeOf(editor, mark)
      if (place) change(editor, reformPatches(textOf(editor), place, form))
    },
  }
}

function textOf(editor: Editor): readonly Segment[] {
  return editor.getState().transcript.segments
}

function change(editor: Editor, patches: readonly Patch[]): boolean {
  return editor.perform([{ kind: 'restoreSegments', patches }])
}

/** The page shows the text as it was before the open paragraph was edited. */
function placeOf(editor: Editor, { paragraph, word }: ParagraphMark): MarkPlace | undefined {
  const { segments } = editor.getState().shown
  const range = paragraphRanges(segments)[paragraph]
  if (!range) return undefined
  let left = word
  for (const segment of segments.slice(range.at, range.at + range.count)) {
    if (left < segment.words.length) return nowAt(editor, segment, left)
    left -= segment.words.length
  }
  return undefined
}

function nowAt(editor: Editor, segment: Segment, word: number): MarkPlace | undefined {
  editor.close()
  const at = textOf(editor).indexOf(segment)
  return at < 0 ? undefined : { at, word }
}

/** Every place where the same was heard and became the same term. */
function sameAs(segments: readonly Segment[], { at, word }: MarkPlace): MarkPlace[] {
  const own = segments[at]?.words[word]
  const heard = lettersOf(own?.heard ?? '')
  return findReplaced(segments).filter((place) => {
    const other = segments[place.at]?.words[place.word]
    return other?.termId === own?.termId && lettersOf(other?.heard ?? '') === heard
  })
}

function answerAt(segments: readonly Segment[], { at, word }: MarkPlace): TermAnswer[] {
  const { heard, termId } = segments[at]?.words[word] ?? {}
  return heard && termId ? [{ heard, termId, answer: 'undone' }] : []
}

function shownAt(segments: readonly Segment[], { at, word }: MarkPlace): string {
  const words = segments[at]?.words ?? []
  return joinWords(words.slice(word, word + replacedWords(words, word)))
}

/** Tells the vocabulary what became of its terms. The text is right without it, so a failure is not reported. */
export async function answer(scriptId: string, answers: readonly TermAnswer[]): Promise<boolean> {
  if (answers.length === 0) return true
  const body = { answers: answers.slice(0, MOST_ANSWERS) }
  return call(answerTerms, { params: { id: scriptId }, body }).then(
    () => true,
    () => false,
  )
}
