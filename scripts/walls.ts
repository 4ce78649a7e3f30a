import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { listFiles } from './changed-files.ts'
import { projectRoot } from './settings.ts'

/** Files below `from` import nothing like `to`, where `$1` is the first group of `from`. */
type Wall = { from: RegExp; to: string; message: string; tests?: 'are free' }

const VENDORS = String.raw`^(@aws-sdk|@smithy|@ffmpeg|@redis|@opentelemetry)/|^(@simplewebauthn/server|@napi-rs/canvas)$|^(nodemailer|sherpa-onnx-node|openai|pg|pg-boss|ioredis|redis|fluent-ffmpeg|ffmpeg-static)(/|$)`

/** `#app.ts` and everything in `#app/`. */
const rooms = (...names: string[]) => String.raw`^#(${names.join('|')})(/|\.|$)`

const server: readonly Wall[] = [
  { from: /^apps\/server\//, to: String.raw`^#main(/|$)|^\./main/`, message: 'Nothing imports main.' },
  { from: /^apps\/server\//, to: '^@doslovno/web(/|$)', message: 'The server does not know the web app.' },
  {
    from: /^apps\/server\/src\/features\/([^/]+)\//,
    to: String.raw`^#features/(?!$1/|[^/]+/index\.ts$)`,
    message: 'Enter another feature by its index.',
  },
  {
    from: /^apps\/server\/src\/features\//,
    to: rooms('adapters', 'app', 'handlers', 'worker', 'main'),
    message: 'A feature reaches the outside through the context.',
  },
  { from: /^apps\/server\/src\/features\//, to: VENDORS, message: 'Only an adapter talks to a vendor.' },
  {
    from: /^apps\/server\/src\/(?:main\/|[^/]+$)/,
    to: VENDORS,
    message: 'Only an adapter talks to a vendor.',
    tests: 'are free',
  },
  {
    from: /^apps\/server\/src\/(?:context|worker-needs)\.ts$/,
    to: String.raw`^(#|\./)(features|app|handlers|worker|main)(/|\.|$)`,
    message: 'The context knows no feature.',
  },
  {
    from: /^apps\/server\/src\/adapters\//,
    to: rooms('context', 'features', 'app', 'handlers', 'worker', 'main'),
    message: 'An adapter knows no feature and no context.',
    tests: 'are free',
  },
  {
    from: /^apps\/server\/src\/platform\//,
    to: rooms('adapters', 'context', 'features', 'app', 'handlers', 'worker', 'main'),
    message: 'The platform is the ground floor of the server.',
    tests: 'are free',
  },
]

const web: readonly Wall[] = [
  { from: /^apps\/web\/(?:src|test)\//, to: String.raw`^#main(/|\.|$)|^\./main\.`, message: 'Nothing imports main.' },
  {
    from: /^apps\/web\/(?:src|test)\//,
    to: '^@doslovno/server(/|$)',
    message: 'The web app knows the server by the contract only.',
  },
  {
    from: /^apps\/web\/src\/(?:[^/]+$|app\/|pages\/)/,
    to: String.raw`^#features/[^/]+/(?!index\.ts$)`,
    message: 'Enter a feature by its index.',
  },
  {
    from: /^apps\/web\/src\/pages\//,
    to: rooms('app'),
    message: 'A page does not know the app around it.',
    tests: 'are free',
  },
  { from: /^apps\/web\/src\/features\/([^/]+)\//, to: '^#features/(?!$1/)', message: 'Features meet on a page.' },
  { from: /^apps\/web\/src\/features\//, to: rooms('app', 'pages'), message: 'A feature does not know its page.' },
  {
    from: /^apps\/web\/src\/(?:ui|lib)\//,
    to: rooms('app', 'pages', 'features'),
    message: 'ui and lib know no feature.',
  },
]

const walls: readonly Wall[] = [
  ...server,
  ...web,
  { from: /^apps\/(?:server|web)\/src\//, to: '^#test/', message: 'Only tests use the test room.', tests: 'are free' },
  {
    from: /^packages\/domain\/src\/(?!export\/docx\.ts$)/,
    to: String.raw`^(?!\./|#)`,
    message: 'The domain imports nothing.',
    tests: 'are free',
  },
  {
    from: /^packages\/domain\/src\/export\/docx\.ts$/,
    to: String.raw`^(?!\./|#|docx$)`,
    message: 'The writer of documents imports only docx.',
  },
  {
    from: /^packages\/texts\/src\//,
    to: String.raw`^(?!\./|#|@doslovno/domain/)`,
    message: 'Texts import only the domain.',
    tests: 'are free',
  },
  {
    from: /^packages\/contract\/src\//,
    to: String.raw`^(?!\./|#|@doslovno/domain/|zod$|zod/)`,
    message: 'The contract imports only the domain and zod.',
    tests: 'are free',
  },
  { from: /^packages\/[^/]+\/src\//, to: '^@doslovno/(server|web)(/|$)', message: 'Packages know no app.' },
  {
    from: /^(?!lab\/)/,
    to: rooms('lab'),
    message: 'The lab imports scripts and products, and nothing imports the lab.',
  },
]

const STATEMENT = /^(?:import|export)\s(?:[^'"`;]*?\bfrom\s)?'([^'\n]+)'/gm
const DYNAMIC = /\bimport\(\s*'([^'\n]+)'/g

/** Imports of a file that go through a wall, types and dynamic ones included: the line of each, and what it breaks. */
export function findBreaches(path: string, text: string): { line: number; message: string }[] {
  const isTest = /\.test\.tsx?$/.test(path)
  const rules = walls.flatMap(({ from, to, message, tests }) => {
    const [, feature = ''] = from.exec(path) ?? []
    return from.test(path) && !(isTest && tests) ? [{ to: new RegExp(to.replace('$1', feature)), message }] : []
  })
  const found = [
    ...[...text.matchAll(STATEMENT)].filter(({ index }) => !isQuoted(text, index)),
    ...text.matchAll(DYNAMIC),
  ]
  return found.flatMap(({ 0: statement, 1: name = '', index }) =>
    rules
      .filter(({ to }) => to.test(name))
      .map(({ message }) => ({ line: lineOf(text, index + statement.length), message: `${name}: ${message}` })),
  )
}

/** A sample of code inside a template string. */
function isQuoted(text: string, index: number): boolean {
  return text.slice(0, index).replaceAll('\\`', '').split('`').length % 2 === 0
}

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length

/** Every breach in the working tree, as file:line and what it breaks. */
export function findAllBreaches(): string[] {
  const sources = listFiles().filter((path) => /^(apps|packages|scripts|deploy|e2e|simulators)\/.*\.tsx?$/.test(path))
  return sources.flatMap((path) =>
    findBreaches(path, readFileSync(resolve(projectRoot, path), 'utf8')).map(
      ({ line, message }) => `${path}:${line} ${message}`,
    ),
  )
}

if (import.meta.main) {
  const breaches = findAllBreaches()
  if (breaches.length > 0) console.error(breaches.join('\n'))
  process.exitCode = breaches.length > 0 ? 1 : 0
}
