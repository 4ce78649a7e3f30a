import type { Vocabulary } from '@doslovno/contract/vocabularies.ts'
import type { VocabularyTerm } from '@doslovno/contract/vocabulary.ts'

export const OWN_ID = '0a3f5c3e-8d55-4f5e-9f0a-2f7f5d1d9b11'
export const SHARED_ID = '1b3f5c3e-8d55-4f5e-9f0a-2f7f5d1d9b11'

/** The user's own vocabulary; empty. */
export function vocabularyOf(change: Partial<Vocabulary> = {}): Vocabulary {
  return {
    id: OWN_ID,
    name: '',
    isPersonal: true,
    role: 'owner',
    ownerName: 'Anna Kim',
    terms: 0,
    termsOn: 0,
    members: 0,
    inviteRole: null,
    ...change,
  }
}

export function sharedVocabularyOf(change: Partial<Vocabulary> = {}): Vocabulary {
  return vocabularyOf({ id: SHARED_ID, name: 'Team', isPersonal: false, terms: 42, termsOn: 40, ...change })
}

/** As many terms as it has. */
export function fullOf(terms: number): Vocabulary {
  return vocabularyOf({ terms, termsOn: terms })
}

export function plainTermOf(change: Partial<VocabularyTerm> = {}): VocabularyTerm {
  return {
    id: 't1',
    vocabularyId: OWN_ID,
    text: 'Kubernetes',
    saidAs: [],
    paradigm: null,
    forms: ['Kubernetes'],
    isOn: true,
    source: 'typed',
    used: 0,
    createdAt: '2031-11-01T09:00:00Z',
    ...change,
  }
}
