import type { Vocabulary, VocabularyInvite, VocabularyMember } from '@doslovno/contract/vocabularies.ts'
import type { ImportLine, TermOutcome, VocabularyTerm } from '@doslovno/contract/vocabulary.ts'
import { shownForms } from '@doslovno/domain/vocabulary/forms.ts'
import { russianVocabulary } from '@doslovno/texts/language/vocabulary/russian-vocabulary.ts'

import type { Decision } from './add-terms.ts'
import type { NewOrStored } from './term-repo.ts'
import type { Member, ListedVocabulary } from './vocabulary-repo.ts'

export function termView(term: NewOrStored): VocabularyTerm {
  const { id, vocabularyId, text, saidAs, paradigm, source, isOn = true, used = 0, createdAt } = term
  const forms = shownForms(text, russianVocabulary, paradigm)
  return { id, vocabularyId, text, saidAs, paradigm, forms, isOn, source, used, createdAt: createdAt.toISOString() }
}

export function outcomeView({ text, status, reason, term }: Decision): TermOutcome {
  return { text, status, reason, term: term ? termView(term) : null }
}

export function importView(decisions: readonly (Decision & { line: number })[]) {
  const count = (wanted: Decision['status']) => decisions.filter(({ status }) => status === wanted).length
  const lines = decisions.map(({ line, text, saidAs, status, reason }): ImportLine => ({
    line,
    text,
    saidAs,
    status,
    reason,
  }))
  return { added: count('added'), exists: count('exists'), refused: count('refused'), lines }
}

export function vocabularyView(vocabulary: ListedVocabulary, userId: string): Vocabulary {
  const { id, name, ownerName, terms, termsOn, members, role, inviteRole } = vocabulary
  const isOwner = vocabulary.userId === userId
  return {
    id,
    name,
    isPersonal: id === userId,
    role: isOwner ? 'owner' : (role ?? 'use'),
    ownerName,
    terms,
    termsOn,
    members,
    inviteRole: isOwner ? inviteRole : null,
  }
}

export function inviteView(vocabulary: ListedVocabulary, userId: string): VocabularyInvite {
  const { id, name, ownerName, terms, role, inviteRole } = vocabulary
  const isMember = vocabulary.userId === userId || role !== null
  return { vocabularyId: id, name, ownerName, terms, role: role ?? inviteRole ?? 'use', isMember }
}

export function memberView({ userId, name, email, role, joinedAt }: Member): VocabularyMember {
  return { userId, name, email, role, joinedAt: joinedAt.toISOString() }
}
