import { describe, expect, it } from 'vitest'

import { type Actor, canEdit, canRead, isSharedAs, scopes } from './access.ts'

const session = (userId: string): Actor => ({ kind: 'session', userId, sessionId: 's', scopes })
const own = { userId: 'a' }
const shared = { id: '1', linkId: null, isPublic: true }

describe('access', () => {
  it('lets the owner read and edit', () => {
    expect([canRead(own, session('a')), canEdit(own, session('a'))]).toEqual([true, true])
  })

  it('hides a private item from other users and visitors', () => {
    expect([canRead(own, session('b')), canEdit(own, session('b'))]).toEqual([false, false])
    expect([canRead(own, undefined), canEdit(own, undefined)]).toEqual([false, false])
  })

  it('lets everybody read a public file by its newest link alone', () => {
    expect([isSharedAs(shared, '1'), isSharedAs({ ...shared, isPublic: false }, '1')]).toEqual([true, false])
    expect(['1', '2'].map((id) => isSharedAs({ ...shared, linkId: '2' }, id))).toEqual([false, true])
  })

  it('limits an API key to its scopes', () => {
    const reader: Actor = { kind: 'key', userId: 'a', keyId: 'k', scopes: ['read'] }
    const writer: Actor = { kind: 'key', userId: 'a', keyId: 'k', scopes: ['write'] }

    expect([canRead(own, reader), canEdit(own, reader)]).toEqual([true, false])
    expect([canRead(own, writer), canEdit(own, writer)]).toEqual([false, true])
  })
})
