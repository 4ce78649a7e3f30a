import type { MemberRole, TermSource } from '@doslovno/contract/vocabulary.ts'
import type { Generated, Selectable } from 'kysely'

export type Vocabularies = {
  id: string
  userId: string
  name: string
  version: Generated<number>
  inviteHash: Buffer | null
  inviteRole: MemberRole | null
  invitedAt: Date | null
  createdAt: Date
}

export type VocabularyMembers = { vocabularyId: string; userId: string; role: MemberRole; joinedAt: Date }

export type VocabularyTerms = {
  id: string
  vocabularyId: string
  text: string
  plain: string
  saidAs: Generated<string[]>
  paradigm: number | null
  source: TermSource
  isOn: Generated<boolean>
  used: Generated<number>
  createdAt: Date
  deletedAt: Date | null
}

export type VocabularyExceptions = { userId: string; heard: string; termId: string }

export type VocabularyDeclined = { userId: string; plain: string }

export type VocabularyRow = Selectable<Vocabularies>
export type TermRow = Selectable<VocabularyTerms>
