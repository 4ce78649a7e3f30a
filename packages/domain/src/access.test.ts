import { describe, expect, it } from 'vitest'

import { type Actor, canEdit, canRead, scopes } from './access.ts'

const session = (userId: string): Actor => ({ kind: 'session', userId, sessionId: 's', scopes })
const own = { userId: 'a', isPublic: false }
const shared = { userId: 'a', isPublic: true }

describe('access', () => {
  it('lets the owner read and edit', () => {
    expect([canRead(own, session('a')), canEdit(own, session('a'))]).toEqual([true, true])
  })

  it('hides a private item from other users and visitors', () => {
    expect([canRead(own, session('b')), canEdit(own, session('b'))]).toEqual([false, false])
    expect([canRead(own, undefined), canEdit(own, undefined)]).toEqual([false, false])
  })

  it('lets everybody read a public item and only the owner edit it', () => {
    expect([canRead(shared, undefined), canRead(shared, session('b'))]).toEqual([true, true])
    expect([canEdit(shared, undefined), canEdit(shared, session('b'))]).toEqual([false, false])
  })

  it('limits an API key to its scopes', () => {
    const reader: Actor = { kind: 'key', userId: 'a', keyId: 'k', scopes: ['read'] }
    const writer: Actor = { kind: 'key', userId: 'a', keyId: 'k', scopes: ['write'] }

    expect([canRead(own, reader), canEdit(own, reader)]).toEqual([true, false])
    expect([canRead(own, writer), canEdit(own, writer)]).toEqual([false, true])
  })
})
