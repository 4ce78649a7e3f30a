/** Whose script it is and whether everybody with the link may read it. */
export type Ownership = { userId: string; public: boolean }

/** Undefined viewer: a visitor without a token. */
export type ViewerId = string | undefined

export function canRead(script: Ownership, viewerId: ViewerId): boolean {
  return script.public || canEdit(script, viewerId)
}

export function canEdit(script: Ownership, viewerId: ViewerId): boolean {
  return script.userId === viewerId
}
