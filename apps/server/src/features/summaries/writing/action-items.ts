import { randomUUID } from 'node:crypto'

import { dueIn } from '@doslovno/domain/digest/due.ts'

import { digestLanguage } from '#features/summaries/digest/digest.ts'
import type { NewItem } from '#features/summaries/digest/repo.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { withoutDoubles } from './drafts.ts'
import type { CheckedNote, Material } from './material.ts'

/** Tasks and decisions that the notes hold; no further call. */
export function actionItems({ notes, sentences }: Material, script: ScriptRow): NewItem[] {
  const heard = notes.filter(({ kind }) => kind === 'task' || kind === 'decision')
  const distinct = withoutDoubles(heard.map((note) => ({ section: 'tasks', claim: note, check: note.check })))
  return distinct.flatMap(({ claim }) => itemOf(claim as CheckedNote, sentences, script)) // the claims are the notes above
}

function itemOf(note: CheckedNote, sentences: Material['sentences'], { uploadedAt }: ScriptRow): NewItem[] {
  const at = note.check.anchors.length > 0 ? note.check.anchors : note.cites
  const said = at.flatMap((index) => sentences[index] ?? [])
  const [first, last] = [said[0], said.at(-1)]
  if (!first || !last) return []
  const due = [note.text, ...said.map(({ text }) => text)]
    .map((text) => dueIn(text, uploadedAt, digestLanguage))
    .find((found) => found !== null)
  return [
    {
      id: randomUUID(),
      kind: note.kind === 'decision' ? 'decision' : 'task',
      text: note.text,
      startSeconds: first.start,
      endSeconds: Math.max(first.end, last.end),
      who: [...note.who],
      dueText: due?.text ?? null,
      dueDate: due?.date ?? null,
      verdict: note.check.verdict,
    },
  ]
}
