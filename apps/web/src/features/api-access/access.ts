import type { KeyScope } from '@doslovno/contract/account/api-keys.ts'

/** A user's choices for a key: programs that write need to read, too. */
export const accessKinds = ['full', 'read'] as const
export type Access = (typeof accessKinds)[number]

export function scopesOf(access: Access): KeyScope[] {
  return access === 'full' ? ['read', 'write'] : ['read']
}

export function accessOf(scopes: readonly KeyScope[]): Access {
  return scopes.includes('write') ? 'full' : 'read'
}
