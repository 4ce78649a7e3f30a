import { expect, it } from 'vitest'

import { canEdit, canRead } from './access.ts'

it('lets the owner read and edit, everybody read what is public, and nobody else anything', () => {
  const own = { userId: 'a', public: false }
  const shared = { userId: 'a', public: true }

  expect([canRead(own, 'a'), canEdit(own, 'a')]).toEqual([true, true])
  expect([canRead(own, 'b'), canRead(own, undefined), canEdit(own, undefined)]).toEqual([false, false, false])
  expect([canRead(shared, undefined), canEdit(shared, 'b')]).toEqual([true, false])
})
