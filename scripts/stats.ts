import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { Env, TestEnv } from '@doslovno/server/platform/env.ts'

import { importsOf } from './affected/imports.ts'
import { listFiles } from './changed-files.ts'
import { projectRoot } from './settings.ts'

/** `pnpm stats [--markdown]`: how large the repository is, and how much of it a newcomer has to open. */
type Source = { path: string; text: string; lines: number }
type Row = readonly [what: string, figure: string | number]

const SMALL_LINES = 25
const CROWDED_FILES = 25
const TEST = /\.(test|spec|browser\.test)\.tsx?$|(^|\/)test\/|^e2e\/|\.d\.ts$/
const GENERATED = ['packages/client/src/api.ts']
const PRODUCT = /^(apps|packages)\//

const read = (path: string) => readFileSync(resolve(projectRoot, path), 'utf8')
const linesOf = (text: string) => text.split('\n').length - 1
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const whole = (number: number) => Math.round(number).toLocaleString('en')

const files = listFiles().filter((path) => !path.endsWith('pnpm-lock.yaml'))
const typescript = load(files.filter((path) => /\.tsx?$/.test(path)))
const generated = typescript.filter(({ path }) => GENERATED.includes(path))
const tests = typescript.filter(({ path }) => TEST.test(path))
const sources = typescript.filter((file) => !generated.includes(file) && !tests.includes(file))

print([...sizes(), ...parts(), ...documents()])

function sizes(): Row[] {
  const lines = sources.map((file) => file.lines).toSorted((a, b) => a - b)
  const at = (share: number) => lines[Math.ceil(lines.length * share) - 1] ?? 0
  const product = sources.filter(({ path }) => PRODUCT.test(path))
  return [
    ['source files', whole(sources.length)],
    ['source lines', whole(sum(lines))],
    ['of them in apps and packages: files, lines', `${whole(product.length)}, ${whole(sum(product.map((file) => file.lines)))}`], // prettier-ignore
    ['test files, lines', `${whole(tests.length)}, ${whole(sum(tests.map((file) => file.lines)))}`],
    ['generated files, lines', `${generated.length}, ${whole(sum(generated.map((file) => file.lines)))}`],
    ['files per 1,000 lines', ((sources.length / sum(lines)) * 1000).toFixed(1)],
    ['lines of a file: median, p90, max', `${at(0.5)}, ${at(0.9)}, ${at(1)}`],
    [`files of at most ${SMALL_LINES} lines with one importer`, whole(smallWithOneImporter())],
    [`folders of more than ${CROWDED_FILES} source files`, crowdedFolders()],
  ]
}

/** Tests do not count as importers. */
function smallWithOneImporter(): number {
  const importers = new Map<string, number>()
  for (const { path, text } of sources) {
    const values = text.replaceAll(/^(import|export) type /gm, '$1 ')
    for (const imported of new Set(importsOf(path, values))) importers.set(imported, (importers.get(imported) ?? 0) + 1)
  }
  return sources.filter(({ path, lines }) => lines <= SMALL_LINES && importers.get(path) === 1).length
}

function crowdedFolders(): number {
  const folders = Map.groupBy(sources, ({ path }) => dirname(path))
  return [...folders.values()].filter((inside) => inside.length > CROWDED_FILES).length
}

function parts(): Row[] {
  const features = files.flatMap((path) => /^apps\/server\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? [])
  const jobs = sources.filter(({ path }) => path.startsWith('apps/server/src/'))
  const css = load(files.filter((path) => path.endsWith('.css')))
  return [
    ['server features', new Set(features).size],
    ['jobs', sum(jobs.map(({ text }) => text.match(/= defineJob\(/g)?.length ?? 0))],
    ['environment variables of the product', Object.keys(Env.shape).length],
    ['environment variables of tests alone', Object.keys(TestEnv.shape).length],
    ['runtime packages', runtimePackages().size],
    ['packages of the workspace', files.filter((path) => path.endsWith('package.json')).length],
    ['CSS files, lines', `${css.length}, ${whole(sum(css.map((file) => file.lines)))}`],
    ['lint overrides for walls', wallOverrides()],
  ]
}

function runtimePackages(): Set<string> {
  const manifests = files.filter((path) => PRODUCT.test(path) && path.endsWith('package.json'))
  return new Set(
    manifests
      .map((path) => JSON.parse(read(path)) as { dependencies?: Record<string, string> })
      .flatMap(({ dependencies = {} }) => Object.keys(dependencies))
      .filter((name) => !name.startsWith('@doslovno/')),
  )
}

function wallOverrides(): number {
  const { overrides } = JSON.parse(read('.oxlintrc.json')) as { overrides: { rules: Record<string, unknown> }[] }
  return overrides.filter(({ rules }) => 'no-restricted-imports' in rules).length
}

function documents(): Row[] {
  const wordsOf = (path: string) => read(path).split(/\s+/).filter(Boolean).length
  const asvs = 'docs/ASVS.md'
  const markdown = files.filter((path) => path.endsWith('.md') && path !== asvs)
  return [
    ['words of Markdown, without ASVS', `${whole(sum(markdown.map(wordsOf)))} in ${markdown.length} files`],
    ['words of ASVS', whole(wordsOf(asvs))],
  ]
}

function load(paths: readonly string[]): Source[] {
  return paths.map((path) => {
    const text = read(path)
    return { path, text, lines: linesOf(text) }
  })
}

function print(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(([what]) => what.length))
  const asMarkdown = process.argv.includes('--markdown')
  if (asMarkdown) console.log('| | figure |\n|---|---|')
  for (const [what, figure] of rows)
    console.log(asMarkdown ? `| ${what} | ${figure} |` : `${what.padEnd(width)}  ${figure}`)
}
