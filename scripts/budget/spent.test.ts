import { expect, it } from 'vitest'

import { addByRoom, compare } from './spent.ts'

it('adds up test files by room, at the speed of the reference machine', () => {
  const files = [
    { file: 'apps/server/src/features/billing/ledger/audit.test.ts', seconds: 3 },
    { file: 'apps/server/src/features/billing/promo/promo.test.ts', seconds: 5 },
    { file: 'apps/server/src/platform/http/route.test.ts', seconds: 1 },
    { file: 'apps/server/src/access.test.ts', seconds: 6 },
    { file: 'apps/web/src/pages/account-page-api.browser.test.tsx', seconds: 1 },
    { file: 'packages/domain/src/billing/price.test.ts', seconds: 1 },
    { file: 'e2e/billing.spec.ts', seconds: 2 },
  ]

  expect(addByRoom(files, 2)).toEqual({
    'server/features/billing': 4,
    'server/platform': 0.5,
    server: 3,
    'web/pages/account-page': 0.5,
    'packages/domain': 0.5,
    'e2e/billing': 1,
  })
})

it('prints what rooms took beside their budgets, the most first, without the cheap', () => {
  const lines = compare({ 'server/main': 10, 'packages/domain': 20, deploy: 1 }, { 'server/main': 12, 'e2e/demo': 5 })

  expect(lines).toEqual([
    '  spent  budget',
    '     20          packages/domain',
    '     10      12  server/main',
    '     31      17  in all',
    'warning: tests of packages/domain took 20 s, their budget is 2 s',
  ])
})

it('warns of a quarter more than the budget, but not for a few seconds', () => {
  const warnings = compare({ one: 126, two: 124, three: 6 }, { one: 100, two: 100, three: 2 }).filter((line) =>
    line.startsWith('warning'),
  )

  expect(warnings).toEqual(['warning: tests of one took 126 s, their budget is 100 s'])
})
