/** A session has every scope; an API key has those it was created with. */
export const scopes = ['read', 'write', 'account'] as const
export type Scope = (typeof scopes)[number]

/** A person who signed in. */
export type SessionActor = { kind: 'session'; userId: string; sessionId: string; scopes: readonly Scope[] }

/** A program that calls with an API key of a user. */
export type KeyActor = { kind: 'key'; userId: string; keyId: string; scopes: readonly Scope[] }

/** The caller of an endpoint or a use case. Undefined wherever it may be missing: a visitor without credentials. */
export type Actor = SessionActor | KeyActor

/** Anything that belongs to one user: a script, an upload, a download by link. */
export type Owned = { userId: string }

export function canRead(item: Owned, actor: Actor | undefined): boolean {
  return isOwner(item, actor, 'read')
}

type Shared = { id: string; isPublic: boolean; linkId: string | null }

/** The id in the share link: the file's own, until its owner asks for another. */
export function linkIdOf({ id, linkId }: Pick<Shared, 'id' | 'linkId'>): string {
  return linkId ?? id
}

/** Whether anybody may read a file who comes by this id. */
export function isSharedAs(file: Shared, id: string): boolean {
  return file.isPublic && linkIdOf(file) === id
}

export function canEdit(item: Owned, actor: Actor | undefined): boolean {
  return isOwner(item, actor, 'write')
}

export function isOwner(item: Owned, actor: Actor | undefined, scope: Scope): boolean {
  return actor !== undefined && item.userId === actor.userId && actor.scopes.includes(scope)
}
