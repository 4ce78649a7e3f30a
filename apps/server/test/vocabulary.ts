import type { Reply } from '@doslovno/contract/endpoint.ts'
import type { createVocabulary, createInvite } from '@doslovno/contract/vocabularies.ts'
import type { addTerms, MemberRole, TermOutcome, VocabularyTerm } from '@doslovno/contract/vocabulary.ts'

import type { Caller } from './test-app.ts'

type Wanted = string | { text: string; saidAs?: string[]; paradigm?: number | null }

/** Adds terms over HTTP and returns what became of them. */
export async function add(caller: Caller, terms: readonly Wanted[], vocabularyId?: string): Promise<TermOutcome[]> {
  const payload = { terms: terms.map((term) => (typeof term === 'string' ? { text: term } : term)), vocabularyId }
  const reply = await caller.call({ method: 'POST', url: '/api/vocabulary', payload })
  return reply.json<Reply<typeof addTerms>>().data
}

export async function addOne(caller: Caller, term: Wanted, vocabularyId?: string): Promise<VocabularyTerm> {
  const [outcome] = await add(caller, [term], vocabularyId)
  if (!outcome?.term) throw new Error(`Not added: ${JSON.stringify(outcome)}`)
  return outcome.term
}

/** A shared vocabulary of the caller. */
export async function addVocabulary(owner: Caller, name = 'Продажи'): Promise<string> {
  const reply = await owner.call({ method: 'POST', url: '/api/vocabularies', payload: { name } })
  return reply.json<Reply<typeof createVocabulary>>().vocabulary.id
}

/** The token of a new invite link. */
export async function inviteTo(owner: Caller, id: string, role: MemberRole): Promise<string> {
  const reply = await owner.call({ method: 'POST', url: `/api/vocabularies/${id}/invite`, payload: { role } })
  return new URL(reply.json<Reply<typeof createInvite>>().url).hash.slice(1)
}

export async function joinAs(member: Caller, owner: Caller, id: string, role: MemberRole): Promise<void> {
  const payload = { token: await inviteTo(owner, id, role) }
  await member.call({ method: 'POST', url: '/api/vocabularies/invite/join', payload })
}
