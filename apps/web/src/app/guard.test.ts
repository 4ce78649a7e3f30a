import { describe, expect, it } from 'vitest'

import { isOpenPath, safeNext, turnOf, type Visit } from './guard.ts'

const visit = (change: Partial<Visit>): Visit => ({
  status: 'not-authorized',
  path: '/',
  href: '/',
  next: undefined,
  ...change,
})

describe('open paths', () => {
  it.each([
    '/auth/login',
    '/auth/register',
    '/auth/recover-password-confirm',
    '/oauth/google',
    '/oauth-login/vk',
    '/tariffs',
    '/legal/offer',
    '/demo',
    '/unsubscribe',
    '/account/export',
    '/files/3f0c2d3e-8d55-4f5e-9f0a-2f7f5d1d9b11',
  ])('are open to everybody: %s [APP-3]', (path) => {
    expect(isOpenPath(path)).toBe(true)
  })

  it.each([
    '/',
    '/upload',
    '/account',
    '/files',
    '/files/',
    '/files/1/edit',
    '/tariffs/1',
    '/authors',
    '/x/auth/login',
  ])('do not include %s [APP-3]', (path) => {
    expect(isOpenPath(path)).toBe(false)
  })
})

describe('the guard', () => {
  it('redirects a visitor from a closed page to the sign-in and remembers the page [APP-3]', () => {
    const turn = turnOf(visit({ path: '/upload', href: '/upload?a=1' }))

    expect(turn).toEqual({ to: '/auth/login', next: '/upload?a=1' })
  })

  it('remembers nothing for the home page [APP-3]', () => {
    expect(turnOf(visit({}))).toEqual({ to: '/auth/login', next: undefined })
  })

  it.each(['init', 'authorized', 'not-available'] as const)('lets every other status pass: %s [APP-3]', (status) => {
    expect(turnOf(visit({ status }))).toBeUndefined()
  })

  it('leaves a visitor on an open page [APP-3]', () => {
    expect(turnOf(visit({ path: '/files/1', href: '/files/1' }))).toBeUndefined()
  })

  it('redirects a user from the sign-in to the remembered page', () => {
    const at = { status: 'authorized', path: '/auth/login', href: '/auth/login?next=%2Fupload' } as const

    expect(turnOf(visit({ ...at, next: '/upload' }))).toEqual({ to: 'next', href: '/upload' })
    expect(turnOf(visit(at))).toEqual({ to: 'next', href: '/' })
  })

  it('does the same from the registration', () => {
    const at = { status: 'authorized', path: '/auth/register', href: '/auth/register' } as const

    expect(turnOf(visit(at))).toEqual({ to: 'next', href: '/' })
  })

  const WITH_PROMO = [
    ['/?promocode=SPRING', '/'],
    ['/?promocode=SPRING&page=2', '/?page=2'],
    ['/files/1?t=61&promocode=SPRING#end', '/files/1?t=61#end'],
  ] as const
  it.each(WITH_PROMO)('removes a promo code from the address of a signed-in user: %s [AUTH-9]', (href, plain) => {
    expect(turnOf(visit({ status: 'authorized', href }))).toEqual({ to: 'next', href: plain })
    expect(turnOf(visit({ status: 'authorized', href: plain }))).toBeUndefined()
  })

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'upload', '/auth/login', ''])(
    'never leads off the site or into a loop: %s',
    (next) => {
      expect(safeNext(next)).toBe('/')
    },
  )
})
