import { dirname } from 'node:path'

import { roomOf } from '#scripts/rooms.ts'

import type { Imports } from './imports.ts'

export type Choice = {
  /** Files for Vitest. */
  tests: string[]
  /** Rooms that import the change, left out because the others already take long enough. */
  left: string[]
  /** Journeys worth running by hand. */
  journeys: string[]
}

/** CPU seconds that the tests of the rooms around a change may take. */
const MOST_SECONDS = 120

/** Rooms of many subjects: a file there is tested by the tests of its folder. */
const WIDE = /^(packages\/\w+|server\/platform)$/

/** Promises of the whole server about every call and every table. */
export const WHOLE_SERVER = [
  'apps/server/src/access.test.ts',
  'apps/server/src/error-shape.test.ts',
  'apps/server/src/fuzz.test.ts',
  'apps/server/src/gate.test.ts',
  'scripts/feature-graph.test.ts',
  'scripts/openapi.test.ts',
  'scripts/table-ownership.test.ts',
]
const WALLS = 'scripts/walls.test.ts'

/** Tests that read files instead of importing them. */
const READERS: readonly (readonly [read: string, test: string])[] = [
  ['.oxlintrc.json', WALLS],
  ['CHANGELOG.md', 'scripts/changelog.test.ts'],
  ['apps/server/migrations/', 'scripts/releases/'],
  ['apps/server/migrations/', 'apps/server/src/platform/migrations.test.ts'],
  ['deploy/', 'scripts/deploy/'],
  ['deploy/', 'scripts/deploy-ha.test.ts'],
  ['deploy/backup/', 'scripts/backup-scripts.test.ts'],
  ['docs/ARCHITECTURE.md', 'scripts/feature-graph.test.ts'],
  ['docs/ASVS.md', 'scripts/asvs.test.ts'],
  ['docs/openapi.json', 'scripts/openapi.test.ts'],
  ['docs/operations/', 'scripts/deploy/'],
  ['packages/sample/', 'scripts/sample.test.ts'],
  ['packages/words/', 'scripts/word-list.test.ts'],
]

/** These join all rooms and import every one of them. */
const isComposition = (file: string) => roomOf(file) === 'server' || file === 'apps/web/src/app/router.tsx'
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const isJourney = (file: string) => /^e2e\/.*\.spec\.ts$/.test(file)

type Tree = { files: readonly string[]; imports: Imports; seconds: Readonly<Record<string, number>> }

/**
 * The tests that a change can break, by folders: those of the changed rooms, of rooms that import them (the cheapest
 * first, up to a limit), and the checks of the whole server.
 */
export function chooseTests(changed: readonly string[], { files, imports, seconds }: Tree): Choice {
  const tests = files.filter(isTest)
  const users = usersOf(changed, imports)
  const own = new Set([
    ...changed.flatMap((file) => testsOf(file, tests)),
    ...tests.filter((test) => READERS.some(([read, prefix]) => startsSome(changed, read) && test.startsWith(prefix))),
    ...tests.filter((test) => checksOf(changed).has(test)),
  ])
  const rooms = Map.groupBy(users, roomOf)
  const around = [...rooms].map(([room, importers]) => {
    const chosen = [...new Set(importers.flatMap((file) => testsOf(file, tests)))].filter((test) => !own.has(test))
    const all = tests.filter((test) => roomOf(test) === room).length
    return { room, chosen, cost: ((seconds[room] ?? 0) * chosen.length) / Math.max(all, 1) }
  })
  const { taken, left } = cheapestFirst(around.filter(({ chosen }) => chosen.length > 0))
  return {
    tests: [...own, ...taken.flatMap(({ chosen }) => chosen)].toSorted(),
    left: left.map(({ room }) => room),
    journeys: files.filter((file) => isJourney(file) && isNamedLike(file, [...changed, ...users])),
  }
}

/** Files outside the changed rooms that import the change, also by other files of its room, as a feature's door. */
function usersOf(changed: readonly string[], imports: Imports): string[] {
  const reached = new Set(changed)
  const users = new Set<string>()
  // A set yields what is added while it is walked.
  for (const file of reached)
    for (const [importer, imported] of imports) {
      if (!imported.includes(file)) continue
      if (roomOf(importer) === roomOf(file) && !isTest(importer)) reached.add(importer)
      else if (isTest(importer) || !isComposition(importer)) users.add(importer)
    }
  return [...users]
}

/** The tests that stand for a file; a test stands for itself. */
function testsOf(file: string, tests: readonly string[]): string[] {
  if (isTest(file)) return tests.filter((test) => test === file)
  const room = roomOf(file)
  return tests.filter((test) => (WIDE.test(room) ? dirname(test) === dirname(file) : roomOf(test) === room))
}

function checksOf(changed: readonly string[]): Set<string> {
  const isServer = startsSome(changed, 'apps/server/src/') || startsSome(changed, 'packages/contract/')
  const isCode = changed.some((file) => /\.tsx?$/.test(file))
  return new Set([...(isServer ? WHOLE_SERVER : []), ...(isCode ? [WALLS] : [])])
}

type Room = { room: string; chosen: string[]; cost: number }

function cheapestFirst(rooms: readonly Room[]): { taken: Room[]; left: Room[] } {
  let sum = 0
  const sorted = rooms.toSorted((one, other) => one.cost - other.cost)
  const isTaken = sorted.map(({ cost }) => (sum += cost) <= MOST_SECONDS)
  return { taken: sorted.filter((_, index) => isTaken[index]), left: sorted.filter((_, index) => !isTaken[index]) }
}

/** A journey is named like a feature or a page: `e2e/billing.spec.ts`. */
function isNamedLike(journey: string, files: readonly string[]): boolean {
  const name = journey.replace(/^e2e\/(.*)\.spec\.ts$/, '$1')
  return files.some((file) => file === journey || roomOf(file).split('/').slice(1).includes(name))
}

const startsSome = (files: readonly string[], prefix: string) => files.some((file) => file.startsWith(prefix))
