import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { projectRoot } from './settings.ts'
import { findAllBreaches, findBreaches } from './walls.ts'

const walls = 'walls'
const node = 'import(no-nodejs-modules)'
const parents = 'import(no-relative-parent-imports)'

type Breach = readonly [title: string, imports: string, rule?: string]

// Each breach is one line of its file, in a tree that has the rooms of the project under the same names.
const breachesByFile: Record<string, readonly Breach[]> = {
  'apps/server/src/features/scripts/breach.ts': [
    ['a server feature that enters another feature behind its index', '#features/billing/repo.ts'],
    ['a server feature that enters a folder of another feature', '#features/billing/rows/repo.ts'],
    ['a server feature that takes an adapter past the context', '#adapters/storage/s3.ts'],
    ['a server feature that imports the app', '#app.ts'],
    ['a server feature that imports the handlers', '#handlers.ts'],
    ['a server feature that imports the worker', '#worker.ts'],
    ['a server feature that imports main', '#main/api.ts'],
    ['a server feature that talks to S3 itself', '@aws-sdk/client-s3'],
    ['a server feature that talks to PostgreSQL itself', 'pg'],
    ['a server feature that talks to the queue itself', 'pg-boss'],
    ['a server feature that recognises speech itself', 'sherpa-onnx-node'],
    ['a server feature that asks a language model itself', 'openai'],
    ['a server feature that sends mail itself', 'nodemailer'],
    ['a server feature that checks passkeys itself', '@simplewebauthn/server'],
    ['a server feature that draws itself', '@napi-rs/canvas'],
    ['a server feature that traces itself', '@opentelemetry/api'],
    ['a server feature that uses the test room outside a test', '#test/app.ts'],
    ['a server feature that imports the web app', '@doslovno/web/main.tsx'],
  ],
  'apps/server/src/features/scripts/breach.test.ts': [
    ['a test of a feature that enters another feature behind its index', '#features/billing/repo.ts'],
    ['a test of a feature that takes an adapter past the context', '#adapters/storage/s3.ts'],
    ['a test of a feature that talks to a vendor', 'pg'],
    ['a test of a feature that imports the web app', '@doslovno/web/main.tsx'],
  ],
  'apps/server/src/features/transcription/tasks/breach.ts': [
    ['a folder of a feature that enters another feature behind its index', '#features/billing/repo.ts'],
    ['a folder of a feature that goes up by two dots', '../keys.ts', parents],
    ['a folder of a feature that bypasses the context', '#adapters/storage/s3.ts'],
  ],
  'apps/server/src/main/breach.ts': [
    ['a main that talks to a vendor', '@aws-sdk/client-s3'],
    ['a main that imports another main by its # name', '#main/api.ts'],
  ],
  'apps/server/src/app.ts': [
    ['an app that imports main', './main/api.ts'],
    ['an app that talks to a vendor', 'pg'],
    ['an app that uses the test room', '#test/app.ts'],
    ['an app that imports the web app', '@doslovno/web/main.tsx'],
  ],
  'apps/server/src/handlers.ts': [['handlers that talk to a vendor', 'openai']],
  'apps/server/src/worker.ts': [['a worker that imports main', './main/api.ts']],
  'apps/server/src/context.ts': [
    ['a context that knows a feature', './features/scripts/index.ts'],
    ['a context that knows the app', '#app.ts'],
    ['a context that talks to a vendor', '@aws-sdk/client-s3'],
    ['a context that uses the test room', '#test/app.ts'],
    ['a context that imports the web app', '@doslovno/web/main.tsx'],
  ],
  'apps/server/src/worker-needs.ts': [['a self-test that knows a feature', '#features/scripts/index.ts']],
  'apps/server/src/adapters/breach.ts': [
    ['an adapter that knows a feature', '#features/scripts/index.ts'],
    ['an adapter that knows the context', '#context.ts'],
    ['an adapter that uses the test room', '#test/app.ts'],
    ['an adapter that imports the web app', '@doslovno/web/main.tsx'],
  ],
  'apps/server/src/platform/breach.ts': [
    ['a platform that knows an adapter', '#adapters/storage/s3.ts'],
    ['a platform that knows a feature', '#features/scripts/index.ts'],
    ['a platform that knows the context', '#context.ts'],
    ['a platform that imports the web app', '@doslovno/web/main.tsx'],
    ['a way up by two dots', '../app.ts', parents],
    ['a platform that uses the test room', '#test/app.ts'],
  ],
  'apps/server/test/breach.ts': [
    ['a test room that imports main', '#main/api.ts'],
    ['a test room that imports the web app', '@doslovno/web/main.tsx'],
    ['a test room that imports the lab', '#lab/app.ts'],
  ],
  'apps/web/src/app/breach.tsx': [
    ['a web app that imports main', '#main.tsx'],
    ['a web app that enters a feature behind its index', '#features/files/delete-file.tsx'],
    ['a web app that enters a folder of a feature', '#features/files/list/files-list.tsx'],
    ['a web app that uses the test room', '#test/server.ts'],
    ['a web app that imports the server', '@doslovno/server/app.ts'],
  ],
  'apps/web/src/app/breach.test.tsx': [
    ['a test of the web app that enters a feature behind its index', '#features/files/delete-file.tsx'],
    ['a test of the web app that imports the server', '@doslovno/server/app.ts'],
  ],
  'apps/web/src/pages/breach.tsx': [
    ['a page that imports the app', '#app/router.tsx'],
    ['a parent path behind a single dot', './../lib/api.ts', parents],
    ['a page that enters a feature behind its index', '#features/files/delete-file.tsx'],
    ['a page that enters a folder of a feature', '#features/files/list/files-list.tsx'],
    ['a page that imports the styles of a feature', '#features/files/files.module.css'],
    ['a page that uses the test room', '#test/server.ts'],
    ['a page that imports the server', '@doslovno/server/app.ts'],
  ],
  'apps/web/src/pages/breach.browser.test.tsx': [
    ['a test of a page that enters a feature behind its index', '#features/files/delete-file.tsx'],
    ['a test of a page that imports main', '#main.tsx'],
    ['a test of a page that imports the server', '@doslovno/server/app.ts'],
  ],
  ...webFeatureBreaches(),
  'apps/web/src/features/files/list/breach.tsx': [
    ['a web feature that leaves its folder by two dots', '../files.module.css', parents],
  ],
  'apps/web/src/ui/breach.tsx': [
    ['a ui part that knows a feature', '#features/files/index.ts'],
    ['a ui part that uses the test room', '#test/server.ts'],
  ],
  'apps/web/src/ui/breach.browser.test.tsx': [['a test of a ui part that knows a feature', '#features/files/index.ts']],
  'apps/web/src/lib/breach.ts': [
    ['a lib part that knows a page', '#pages/file.tsx'],
    ['a lib part that imports the server', '@doslovno/server/app.ts'],
    ['a web file that imports a Node module', 'node:path', node],
    ['a lib part that knows a feature', '#features/files/index.ts'],
    ['a lib part that uses the test room', '#test/server.ts'],
  ],
  'apps/web/test/breach.ts': [
    ['a web test room that imports main', '#main.tsx'],
    ['a web test room that imports the server', '@doslovno/server/app.ts'],
  ],
  'packages/domain/src/breach.ts': [
    ['a domain that imports another package', '@doslovno/texts/errors.ts'],
    ['a domain that imports a library', 'zod'],
    ['a domain that imports a Node module', 'node:fs', node],
    ['a domain that writes documents elsewhere than in their room', 'docx'],
  ],
  'packages/domain/src/export/docx.ts': [['a writer of documents that imports another library', 'zod']],
  'packages/contract/src/breach.ts': [
    ['a contract that imports texts', '@doslovno/texts/errors.ts'],
    ['a contract that imports a library other than zod', 'kysely'],
    ['a contract that imports a Node module', 'crypto', node],
  ],
  'packages/domain/src/breach.test.ts': [['a test of a package that imports an app', '@doslovno/server/app.ts']],
  'packages/texts/src/breach.ts': [
    ['texts that import the contract', '@doslovno/contract/scripts.ts'],
    ['texts that import a library', 'zod'],
    ['texts that import a Node module', 'fs', node],
  ],
  'scripts/breach.ts': [
    ['a script that imports the lab', '#lab/app.ts'],
    ['a script that imports a bench', '#lab/bench/scale/mix.ts'],
  ],
  'scripts/breach.test.ts': [['a test of a script that imports the lab', '#lab/capacity.ts']],
  'e2e/breach.ts': [['a journey that imports the lab', '#lab/chromium.ts']],
}

const breaches = Object.entries(breachesByFile).flatMap(([file, list]) =>
  list.map(([title, , rule = walls], index) => ({ title, rule, place: `${file}:${index + 1}` })),
)

// Imports that each room may have: downwards or within the room.
const neighbours: Record<string, readonly string[]> = {
  'apps/server/src/main/clean.ts': ['#app.ts', '#handlers.ts', '#adapters/storage/s3.ts', './start.ts'],
  'apps/server/src/features/scripts/clean.ts': [
    '#features/billing/index.ts',
    '#context.ts',
    '#platform/db.ts',
    './repo.ts',
    'node:path',
    'kysely',
    '@doslovno/domain/errors.ts',
    '@doslovno/contract/scripts.ts',
  ],
  'apps/server/src/features/transcription/tasks/clean.ts': [
    './plan.ts',
    '#features/transcription/keys.ts',
    '#features/transcription/dispatch/repo.ts',
    '#features/billing/index.ts',
  ],
  'apps/server/src/features/scripts/clean.test.ts': ['#test/app.ts', './clean.ts', 'vitest'],
  'apps/server/src/adapters/storage/clean.ts': ['@aws-sdk/client-s3', '#platform/config.ts', 'node:fs'],
  'apps/server/src/platform/clean.ts': ['pg', 'pg-boss', './log.ts'],
  'apps/server/src/platform/clean.test.ts': ['#test/app.ts', '#context.ts'],
  'apps/server/test/clean.ts': ['#app.ts', '#features/scripts/repo.ts', 'pg'],
  'apps/web/src/clean.tsx': ['#app/router.tsx', 'react'],
  'apps/web/src/app/clean.tsx': ['#pages/file.tsx', '#features/files/index.ts', '#ui/button.tsx'],
  'apps/web/src/app/clean.test.tsx': ['#test/server.ts', './clean.tsx', 'vitest'],
  'apps/web/src/pages/clean.tsx': ['#features/files/index.ts', '#features/upload/index.ts', '#lib/api.ts'],
  'apps/web/src/pages/clean.browser.test.tsx': ['#test/server.ts', '#app/app.tsx', '#features/upload/index.ts'],
  'apps/web/src/features/files/clean.tsx': [
    './delete-file.tsx',
    './list/files-list.tsx',
    '#ui/button.tsx',
    '#lib/api.ts',
    '@doslovno/contract/scripts.ts',
  ],
  'apps/web/src/features/files/list/clean.tsx': ['./row.tsx', '#features/files/search/found-files.tsx'],
  'apps/web/src/features/files/list/clean.test.ts': ['#test/server.ts', '#features/files/search/mark-words.ts'],
  'apps/web/src/features/oauth/clean.test.ts': ['#test/session.ts', './visit.ts', 'vitest'],
  'apps/web/src/lib/clean.test.ts': ['node:fs', 'vitest', './clean.ts', '#test/session.ts'],
  'apps/web/test/clean.tsx': ['#app/app.tsx', '#features/upload/queue/current.ts', './server.ts'],
  'packages/domain/src/transcript/clean.ts': ['./words.ts', '#upload/limits.ts'],
  'packages/domain/src/transcript/clean.test.ts': ['vitest', './clean.ts'],
  'packages/domain/src/export/clean.ts': ['./docx.ts', '#transcript/segments.ts'],
  'packages/contract/src/clean.ts': ['@doslovno/domain/errors.ts', 'zod', 'zod/mini', './endpoint.ts', '#scripts.ts'],
  'lab/clean.ts': ['#scripts/settings.ts', '#lab/bench/scale/mix.ts', '@doslovno/server/app.ts', './marks.ts'],
  'packages/texts/src/clean.ts': ['@doslovno/domain/errors.ts', './errors.ts'],
}

let root: string
let reports: Map<string, string[]>

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'walls-'))
  writeText('.oxlintrc.json', readConfig())
  for (const [file, list] of Object.entries(breachesByFile))
    write(
      file,
      list.map(([, imports]) => imports),
    )
  for (const [file, imports] of Object.entries(neighbours)) write(file, imports)
  writeCircles()
  reports = lint()
})
afterAll(() => rmSync(root, { recursive: true }))

describe('the walls', () => {
  it.each(breaches)('report $title', ({ place, rule }) => {
    expect(reports.get(place)).toContain(rule)
  })

  it('report a breach made by a dynamic import', () => {
    expect(reports.get('apps/server/src/features/scripts/lazy.ts:1')).toEqual([walls])
  })

  it('report a breach by types, by an import without names and by one over several lines', () => {
    const imports = ["import type { Db } from 'pg'", "import 'pg'", "import {\n  Pool,\n} from 'pg'"]

    const found = findBreaches('apps/server/src/features/scripts/breach.ts', imports.join('\n'))

    expect(found.map(({ line }) => line)).toEqual([1, 2, 5])
  })

  it('ignore samples of code in a text', () => {
    const text = "export const sample = `\nimport { open } from 'node:fs'\n`\n"

    expect(findBreaches('packages/texts/src/sample.ts', text)).toEqual([])
  })

  it('stand in the project', () => {
    expect(findAllBreaches()).toEqual([])
  })

  it('report a circle', () => {
    expect(reports.get('apps/server/src/platform/circle/one.ts:1')).toEqual(['import(no-cycle)'])
  })

  it('report a circle of types alone', () => {
    expect(reports.get('apps/server/src/platform/circle/types-one.ts:1')).toEqual(['import(no-cycle)'])
  })

  it.each(Object.keys(neighbours))('leave %s in peace', (file) => {
    expect([...reports.keys()].filter((place) => place.startsWith(`${file}:`))).toEqual([])
  })
})

describe('the pages of the web app', () => {
  it('are routes, with their tests and styles, and their parts in a folder of their name', () => {
    const router = readFileSync(join(projectRoot, 'apps/web/src/app/router.tsx'), 'utf8')
    const routes = [...router.matchAll(/import\('#pages\/([^']+)'\)/g)].map(([, file]) => file)

    const entries = readdirSync(join(projectRoot, 'apps/web/src/pages'), { recursive: true, encoding: 'utf8' })
    const files = entries.filter((entry) => /\.tsx?$/.test(entry) && !entry.endsWith('.test.tsx'))
    const pages = files.filter((file) => !routes.includes(`${dirname(file)}.tsx`))

    expect(new Set(pages)).toEqual(new Set(routes))
  })
})

// The same breaches in every web feature that exists, so that a new one cannot be left without its rules.
function webFeatureBreaches(): Record<string, readonly Breach[]> {
  const features = readdirSync(join(projectRoot, 'apps/web/src/features'))
  const entries = features.flatMap((feature): [string, readonly Breach[]][] => {
    const other = feature === 'upload' ? 'files' : 'upload'
    const shared: Breach[] = [
      [`the web feature ${feature} that imports another feature`, `#features/${other}/index.ts`],
      [`the web feature ${feature} that enters a folder of another feature`, `#features/${other}/list/row.ts`],
      [`the web feature ${feature} that imports a page`, '#pages/file.tsx'],
      [`the web feature ${feature} that imports the app`, '#app/router.tsx'],
      [`the web feature ${feature} that imports the server`, '@doslovno/server/app.ts'],
    ]
    const inTests = shared.map(([title, imports]): Breach => [`a test of ${title}`, imports])
    return [
      [
        `apps/web/src/features/${feature}/part/breach.tsx`,
        [...shared, [`the web feature ${feature} that uses the test room`, '#test/server.ts']],
      ],
      [`apps/web/src/features/${feature}/part/breach.test.ts`, inTests],
    ]
  })
  return Object.fromEntries(entries)
}

// The project's own rules, without those that need types: an import is seen without them.
function readConfig(): string {
  const config = JSON.parse(readFileSync(join(projectRoot, '.oxlintrc.json'), 'utf8')) as Record<string, unknown>
  return JSON.stringify({ ...config, options: { typeAware: false } })
}

function writeCircles(): void {
  const circle = 'apps/server/src/platform/circle'
  writeText(`${circle}/one.ts`, "import { two } from './two.ts'\nexport const one = () => two\n")
  writeText(`${circle}/two.ts`, "import { one } from './one.ts'\nexport const two = () => one\n")
  writeText(`${circle}/types-one.ts`, "import type { Two } from './types-two.ts'\nexport type One = { two: Two }\n")
  writeText(`${circle}/types-two.ts`, "import type { One } from './types-one.ts'\nexport type Two = { one: One }\n")
  writeText('apps/server/src/features/scripts/lazy.ts', "export const load = () => import('#adapters/speech/a.ts')\n")
}

const write = (file: string, imports: readonly string[]) =>
  writeText(file, imports.map((from, index) => `export { a as a${index} } from '${from}'\n`).join(''))

function writeText(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

type Report = { filename: string; code: string; labels: [{ span: { line: number } }] }

// The names of the rules that were broken, by file and line; one run of the linter over the whole tree.
function lint(): Map<string, string[]> {
  const oxlint = join(projectRoot, 'node_modules/.bin/oxlint')
  const { stdout } = spawnSync(oxlint, ['-f', 'json'], { cwd: root, encoding: 'utf8' })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Report[] }
  const found = new Map<string, string[]>()
  for (const { filename, code, labels } of diagnostics) {
    const place = `${filename}:${labels[0].span.line}`
    found.set(place, [...(found.get(place) ?? []), code])
  }
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name)))
    for (const { line } of findBreaches(file, readFileSync(join(root, file), 'utf8')))
      found.set(`${file}:${line}`, [...(found.get(`${file}:${line}`) ?? []), walls])
  return found
}
