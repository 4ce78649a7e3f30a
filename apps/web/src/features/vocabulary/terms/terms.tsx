import type { Vocabulary } from '@doslovno/contract/vocabularies.ts'
import type { VocabularyTerm } from '@doslovno/contract/vocabulary.ts'
import { vocabularyTexts as texts } from '@doslovno/texts/vocabulary/terms.ts'
import { useState } from 'react'

import { ImportDialog } from '#features/vocabulary/import/import-dialog.tsx'

import { AddTerm } from './add-term.tsx'
import { TermDialog } from './term-dialog.tsx'
import { TermList } from './term-list.tsx'

import classes from '#features/vocabulary/vocabulary.module.css'

/** More terms make wrong replacements likelier. */
const MANY_TERMS = 1000

/** The terms of one vocabulary; a member who may only use them cannot change them. */
export function Terms({ vocabulary }: { vocabulary: Vocabulary }) {
  // Stays when the dialog closes, so that its words do not change on the way.
  const [edited, setEdited] = useState<VocabularyTerm>()
  const [isEditing, setIsEditing] = useState(false)
  const edit = (term: VocabularyTerm) => {
    setEdited(term)
    setIsEditing(true)
  }
  const [pasted, setPasted] = useState<string>()
  // The list stays when its last term is deleted, which can be undone there.
  const [hasList, setHasList] = useState(false)
  if (vocabulary.terms > 0 && !hasList) setHasList(true)
  const canEdit = vocabulary.role !== 'use'
  return (
    <>
      {canEdit ? (
        <AddTerm vocabularyId={vocabulary.id} onEdit={edit} onList={setPasted} />
      ) : (
        <p className={classes.note}>{texts.readOnly(vocabulary.ownerName)}</p>
      )}
      {vocabulary.terms >= MANY_TERMS && <p className={classes.hint}>{texts.long}</p>}
      {vocabulary.terms === 0 && <Empty canEdit={canEdit} />}
      {hasList && <TermList vocabulary={vocabulary} onEdit={canEdit ? edit : undefined} />}
      {edited && <TermDialog term={edited} opened={isEditing} onClose={() => setIsEditing(false)} />}
      <ImportDialog
        vocabularyId={vocabulary.id}
        opened={pasted !== undefined}
        initialText={pasted}
        onClose={() => setPasted(undefined)}
      />
    </>
  )
}

function Empty({ canEdit }: { canEdit: boolean }) {
  return (
    <div className={classes.empty}>
      <p>{canEdit ? texts.empty.text : texts.empty.readOnly}</p>
      {canEdit && <p className={classes.example}>{texts.empty.example}</p>}
    </div>
  )
}
