import type { Context } from '#context.ts'

export function sealKey({ secrets }: Context, userId: string, key: string): Buffer {
  return secrets.seal(key, purposeOf(userId))
}

export function openKey({ secrets }: Context, { userId, sealed }: { userId: string; sealed: Buffer }): string {
  return secrets.open(sealed, purposeOf(userId))
}

function purposeOf(userId: string): string {
  return `api_keys.sealed ${userId}`
}
