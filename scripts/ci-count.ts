import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

import { addByRoom, budget, compare, readRecord, writeBudget } from './budget/spent.ts'

/**
 * `ci-count.ts [--write] VITEST_JSON… PLAYWRIGHT_JSON`: lists the slowest tests of all reports and what the tests of each
 * room took beside its budget, names every failure and every test that passed on its second try with the reason, and adds
 * up the counts. The last line of CI. `--write` makes what was taken the budget.
 */
const paths = process.argv.slice(2).filter((word) => word !== '--write')
const vitestPaths = paths.slice(0, -1)
const playwrightPath = paths.at(-1) ?? ''
const SLOWEST = 20

type Count = { passed: number; failures: Failure[]; flaky: Failure[]; times: Time[] }
type Failure = { test: string; reason: string }
type Time = { file: string; test: string; ms: number }

type VitestReport = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: {
      fullName: string
      status: string
      duration?: number | null
      failureMessages: string[] | null
    }[]
  }[]
}
type PlaywrightReport = { stats: { expected: number; flaky: number }; errors: { message?: string }[]; suites: Suite[] }
type Suite = { suites?: Suite[]; specs: Spec[] }
type Spec = {
  title: string
  file: string
  tests: { projectName: string; status: string; results: { duration: number; error?: { message?: string } }[] }[]
}

const counts = [...vitestPaths.map((path) => countOf(path, vitestCount)), countOf(playwrightPath, playwrightCount)]
const times = counts.flatMap((count) => count.times).toSorted((a, b) => b.ms - a.ms)
console.log(`the ${SLOWEST} slowest of ${times.length} tests, in seconds:`)
for (const { test, ms } of times.slice(0, SLOWEST)) console.log(`${(ms / 1000).toFixed(1).padStart(7)}  ${test}`)
console.log()
reportSpent()
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failures = counts.flatMap((count) => count.failures)
for (const { test, reason } of counts.flatMap(({ flaky }) => flaky)) print('flaky', test, reason)
for (const { test, reason } of failures) print('failed', test, reason)
console.log(`${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0

/** A browser's CPU is out of reach: the durations of its tests stand for it. */
function reportSpent(): void {
  const { factor, files } = readRecord()
  const inBrowsers = times.filter(({ file }) => /\.browser\.test\.tsx$|\.spec\.ts$/.test(file))
  const spent = addByRoom([...files, ...inBrowsers.map(({ file, ms }) => ({ file, seconds: ms / 1000 }))], factor)
  console.log(`CPU seconds of tests by room; web and e2e: durations; PostgreSQL and other servers: not counted.`)
  console.log(
    `This machine took ${factor.toFixed(2)} × the CPU seconds of the reference, and the figures are divided by it.`,
  )
  console.log(`${compare(spent, budget).join('\n')}\n`)
  if (process.argv.includes('--write')) writeBudget(spent)
}

function print(verdict: string, test: string, reason: string) {
  console.log(`${verdict}: ${test}\n${reason.replaceAll(/^/gm, '    ')}\n`)
}

/** A missing report means that its run broke, which counts as a failure. */
function countOf<Report>(path: string, count: (report: Report) => Count): Count {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return { passed: 0, failures: [failure(path, 'the report was not written')], flaky: [], times: [] }
  }
  return count(JSON.parse(text) as Report)
}

function vitestCount(report: VitestReport): Count {
  const files = report.testResults.map((file) => ({ ...file, path: relative(process.cwd(), file.name) }))
  return {
    passed: report.numPassedTests,
    times: files.flatMap(({ path, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        file: path,
        test: `${path} › ${fullName}`,
        ms: duration ?? 0,
      })),
    ),
    // Reasons of a test that passed are those of its first try.
    flaky: files.flatMap(({ path, assertionResults }) =>
      assertionResults
        .filter((result) => result.status === 'passed' && result.failureMessages?.length)
        .map((result) => failure(`${path} › ${result.fullName}`, result.failureMessages?.join('\n'))),
    ),
    failures: files.flatMap(({ path, status, message, assertionResults }) => {
      const failed = assertionResults.filter((result) => result.status === 'failed')
      if (failed.length === 0 && status === 'failed') return [failure(path, message)]
      return failed.map((result) => failure(`${path} › ${result.fullName}`, result.failureMessages?.join('\n')))
    }),
  }
}

function playwrightCount(report: PlaywrightReport): Count {
  const specs = report.suites.flatMap(specsOf)
  const withStatus = (status: string) =>
    specs.flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === status)
        .map((test) =>
          failure(nameOf(spec, test), test.results.flatMap(({ error }) => error?.message ?? []).join('\n')),
        ),
    )
  return {
    passed: report.stats.expected + report.stats.flaky,
    times: specs.flatMap((spec) =>
      spec.tests.flatMap((test) =>
        test.results.map(({ duration }) => ({
          file: `e2e/${spec.file}`,
          test: nameOf(spec, test),
          ms: duration,
        })),
      ),
    ),
    flaky: withStatus('flaky'),
    failures: [...report.errors.map((error) => failure('the run itself', error.message)), ...withStatus('unexpected')],
  }
}

function specsOf({ specs, suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function nameOf({ file, title }: Spec, { projectName }: { projectName: string }): string {
  return `e2e/${file} › ${title}${projectName === 'journeys' ? '' : ` (${projectName})`}`
}

function failure(test: string, reason = 'no reason given'): Failure {
  return { test, reason: reason.slice(0, 1500) }
}
