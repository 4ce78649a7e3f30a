import { describe, expect, it } from 'vitest'

import { listFiles } from '#scripts/changed-files.ts'

import { chooseTests, WHOLE_SERVER } from './choose.ts'
import { importsOf } from './imports.ts'

const server = 'apps/server/src'
const web = 'apps/web/src'
const domain = 'packages/domain/src'

const sources: Record<string, string> = {
  [`${server}/app.ts`]: "import { billingRoutes } from '#features/billing/routes.ts'",
  [`${server}/app.test.ts`]: '',
  [`${server}/access.test.ts`]: '',
  [`${server}/adapters/storage/index.ts`]: '',
  [`${server}/adapters/storage/storage.test.ts`]: '',
  [`${server}/features/billing/index.ts`]: "export { grant } from './ledger/grant.ts'",
  [`${server}/features/billing/routes.ts`]: '',
  [`${server}/features/billing/ledger/grant.ts`]: "import { price } from '@doslovno/domain/billing/price.ts'",
  [`${server}/features/billing/ledger/grant.test.ts`]: '',
  [`${server}/features/uploads/keep.ts`]:
    "import {\n  grant,\n} from '#features/billing/index.ts'\nexport const keep = (ctx: Context) => ctx.storage",
  [`${server}/features/uploads/uploads.test.ts`]: '',
  [`${server}/features/folders/list.ts`]: "import type { Grant } from '#features/billing/index.ts'",
  [`${server}/features/folders/folders.test.ts`]: '',
  [`${server}/features/live/listen.ts`]: 'export const listen = ({ db, storage }: Context) => storage',
  [`${server}/features/live/live.test.ts`]: '',
  [`${server}/platform/http/route.ts`]: '',
  [`${server}/platform/http/route.test.ts`]: '',
  [`${server}/platform/jobs.test.ts`]: '',
  [`${web}/app/router.tsx`]: "const page = () => import('#pages/account-page.tsx')",
  [`${web}/app/app.browser.test.tsx`]: '',
  [`${web}/features/tariffs/index.ts`]: "export { Tariffs } from './tariffs.tsx'",
  [`${web}/features/tariffs/tariffs.tsx`]: "import { price } from '@doslovno/domain/billing/price.ts'",
  [`${web}/features/tariffs/tariffs.browser.test.tsx`]: '',
  [`${web}/pages/account-page.tsx`]: "import { Tariffs } from '#features/tariffs/index.ts'",
  [`${web}/pages/account-page-money.browser.test.tsx`]: '',
  [`${web}/pages/file-page.browser.test.tsx`]: '',
  [`${domain}/billing/price.ts`]: "import { round } from '#money.ts'",
  [`${domain}/billing/price.test.ts`]: '',
  [`${domain}/media/chunks.test.ts`]: '',
  [`${domain}/money.ts`]: '',
  'deploy/compose.yaml': '',
  'scripts/deploy/deploy.test.ts': '',
  'scripts/walls.test.ts': '',
  'e2e/account-page.spec.ts': '',
  'e2e/billing.spec.ts': '',
  'e2e/upload.spec.ts': '',
}
const files = Object.keys(sources)
const imports = new Map(files.map((file) => [file, importsOf(file, sources[file] ?? '')]))
const choose = (changed: string, seconds = {}) => chooseTests([changed], { files, imports, seconds })

describe('a change of a server feature', () => {
  it('chooses its tests, those of features that import its door, and the checks of the server and the walls', () => {
    expect(choose(`${server}/features/billing/ledger/grant.ts`).tests).toEqual([
      `${server}/access.test.ts`,
      `${server}/features/billing/ledger/grant.test.ts`,
      `${server}/features/uploads/uploads.test.ts`,
      'scripts/walls.test.ts',
    ])
  })

  it('chooses no other feature for a file behind the door', () => {
    expect(choose(`${server}/features/billing/routes.ts`).tests).not.toContain(
      `${server}/features/uploads/uploads.test.ts`,
    )
  })

  it('names its journey', () => {
    expect(choose(`${server}/features/billing/routes.ts`).journeys).toEqual(['e2e/billing.spec.ts'])
  })

  it('chooses the cheapest of the other features and names those left out', () => {
    const changed = `${server}/adapters/storage/index.ts`
    const { tests, left } = choose(changed, { 'server/features/live': 100, 'server/features/uploads': 90 })

    expect(tests).toContain(`${server}/features/uploads/uploads.test.ts`)
    expect(tests).not.toContain(`${server}/features/live/live.test.ts`)
    expect(left).toEqual(['server/features/live'])
  })
})

it('a change of an adapter chooses its tests and those of features that take it from the context', () => {
  expect(choose(`${server}/adapters/storage/index.ts`).tests).toEqual([
    `${server}/access.test.ts`,
    `${server}/adapters/storage/storage.test.ts`,
    `${server}/features/live/live.test.ts`,
    `${server}/features/uploads/uploads.test.ts`,
    'scripts/walls.test.ts',
  ])
})

it('a change of the platform chooses the tests of its folder', () => {
  expect(choose(`${server}/platform/http/route.ts`).tests).toEqual([
    `${server}/access.test.ts`,
    `${server}/platform/http/route.test.ts`,
    'scripts/walls.test.ts',
  ])
})

it('a change of a package chooses the tests of its folder and of features that import it, also by other modules', () => {
  expect(choose(`${domain}/money.ts`).tests).toEqual([
    `${server}/features/billing/ledger/grant.test.ts`,
    `${web}/features/tariffs/tariffs.browser.test.tsx`,
    'scripts/walls.test.ts',
  ])
  expect(choose(`${domain}/billing/price.ts`).tests).toContain(`${domain}/billing/price.test.ts`)
})

it('a change of a web feature chooses its tests and those of pages that show it', () => {
  const { tests, journeys } = choose(`${web}/features/tariffs/tariffs.tsx`)

  expect(tests).toEqual([
    `${web}/features/tariffs/tariffs.browser.test.tsx`,
    `${web}/pages/account-page-money.browser.test.tsx`,
    'scripts/walls.test.ts',
  ])
  expect(journeys).toEqual(['e2e/account-page.spec.ts'])
})

it('a change of a test chooses that test', () => {
  expect(choose(`${domain}/media/chunks.test.ts`).tests).toEqual([
    `${domain}/media/chunks.test.ts`,
    'scripts/walls.test.ts',
  ])
})

it('a change of a file that tests read chooses them', () => {
  expect(choose('deploy/compose.yaml').tests).toEqual(['scripts/deploy/deploy.test.ts'])
})

it('the checks of the whole server are where they are looked for', () => {
  const there = new Set(listFiles())

  expect(WHOLE_SERVER.filter((file) => !there.has(file))).toEqual([])
})
