import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'
import { Done } from './fields.ts'
import { memberRoles } from './vocabulary.ts'

const VocabularyId = z.object({ id: z.uuid() })
const MemberId = z.object({ id: z.uuid(), userId: z.uuid() })
const VocabularyName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
const Role = z.enum(memberRoles)
const InviteToken = z.strictObject({ token: z.string().check(z.maxLength(100)) })

export const Vocabulary = z.object({
  id: z.string(),
  /** Empty for the caller's own, which everybody has and nobody else sees. */
  name: z.string(),
  isPersonal: z.boolean(),
  role: z.enum(['owner', ...memberRoles]),
  ownerName: z.string(),
  terms: z.int(),
  /** Terms that are on. */
  termsOn: z.int(),
  /** Without the owner. */
  members: z.int(),
  /** The role of the invite link; null if there is none, or the caller is not the owner. */
  inviteRole: z.nullable(Role),
})
export type Vocabulary = z.infer<typeof Vocabulary>

export const VocabularyMember = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  role: Role,
  joinedAt: z.string(),
})
export type VocabularyMember = z.infer<typeof VocabularyMember>

export const VocabularyInvite = z.object({
  vocabularyId: z.string(),
  name: z.string(),
  ownerName: z.string(),
  terms: z.int(),
  role: Role,
  /** The caller owns it or has joined. */
  isMember: z.boolean(),
})
export type VocabularyInvite = z.infer<typeof VocabularyInvite>

/** The caller's own, then shared ones by name. */
export const listVocabularies = {
  method: 'GET',
  path: '/api/vocabularies',
  auth: 'user',
  reply: z.object({ data: z.array(Vocabulary) }),
} as const satisfies Endpoint

/** Creates a shared one. */
export const createVocabulary = {
  method: 'POST',
  path: '/api/vocabularies',
  auth: 'user',
  isCreating: true,
  body: z.strictObject({ name: VocabularyName }),
  reply: z.object({ vocabulary: Vocabulary }),
} as const satisfies Endpoint

/** Owners only, as all calls below that change a vocabulary. */
export const renameVocabulary = {
  method: 'PATCH',
  path: '/api/vocabularies/:id',
  auth: 'user',
  params: VocabularyId,
  body: z.strictObject({ name: VocabularyName }),
  reply: z.object({ vocabulary: Vocabulary }),
} as const satisfies Endpoint

/** With its terms, for all members. */
export const deleteVocabulary = {
  method: 'DELETE',
  path: '/api/vocabularies/:id',
  auth: 'user',
  params: VocabularyId,
  reply: Done,
} as const satisfies Endpoint

/** Makes an invite link; the one before stops working. Only its hash is stored, so it is told once. */
export const createInvite = {
  method: 'POST',
  path: '/api/vocabularies/:id/invite',
  auth: 'session',
  params: VocabularyId,
  body: z.strictObject({ role: Role }),
  reply: z.object({ url: z.string() }),
} as const satisfies Endpoint

/** Members stay. */
export const revokeInvite = {
  method: 'DELETE',
  path: '/api/vocabularies/:id/invite',
  auth: 'session',
  params: VocabularyId,
  reply: Done,
} as const satisfies Endpoint

/** Shows the vocabulary of a link; a POST, so that no log has the token. */
export const openInvite = {
  method: 'POST',
  path: '/api/vocabularies/invite/open',
  auth: 'session',
  body: InviteToken,
  reply: z.object({ invite: VocabularyInvite }),
} as const satisfies Endpoint

/** A member keeps the role they have. */
export const joinVocabulary = {
  method: 'POST',
  path: '/api/vocabularies/invite/join',
  auth: 'session',
  body: InviteToken,
  reply: z.object({ vocabulary: Vocabulary }),
} as const satisfies Endpoint

export const leaveVocabulary = {
  method: 'POST',
  path: '/api/vocabularies/:id/leave',
  auth: 'session',
  params: VocabularyId,
  reply: Done,
} as const satisfies Endpoint

/** Without the owner, who alone may see them. */
export const listMembers = {
  method: 'GET',
  path: '/api/vocabularies/:id/members',
  auth: 'session',
  params: VocabularyId,
  reply: z.object({ data: z.array(VocabularyMember) }),
} as const satisfies Endpoint

export const changeMember = {
  method: 'PATCH',
  path: '/api/vocabularies/:id/members/:userId',
  auth: 'session',
  params: MemberId,
  body: z.strictObject({ role: Role }),
  reply: z.object({ member: VocabularyMember }),
} as const satisfies Endpoint

export const removeMember = {
  method: 'DELETE',
  path: '/api/vocabularies/:id/members/:userId',
  auth: 'session',
  params: MemberId,
  reply: Done,
} as const satisfies Endpoint
