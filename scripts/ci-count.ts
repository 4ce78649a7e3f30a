import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** `ci-count.ts VITEST_JSON PLAYWRIGHT_JSON`: names what failed and why, and adds up both reports; the end of CI. */
const [vitestPath = '', playwrightPath = ''] = process.argv.slice(2)

type Count = { passed: number; failures: Failure[] }
type Failure = { test: string; reason: string }

type VitestReport = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[]
  }[]
}
type PlaywrightReport = { stats: { expected: number }; errors: { message?: string }[]; suites: Suite[] }
type Suite = {
  suites?: Suite[]
  specs: { title: string; file: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[]
}

const counts = [
  countOf(vitestPath, (report: VitestReport) => ({ passed: report.numPassedTests, failures: vitestFailures(report) })),
  countOf(playwrightPath, (report: PlaywrightReport) => ({
    passed: report.stats.expected,
    failures: [
      ...report.errors.map((error) => failure('the run itself', error.message)),
      ...report.suites.flatMap(playwrightFailures),
    ],
  })),
]
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failures = counts.flatMap((count) => count.failures)
for (const { test, reason } of failures) console.log(`failed: ${test}\n${reason.replaceAll(/^/gm, '    ')}\n`)
console.log(`${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0

/** A report that was not written means that its run broke: that is a failure. */
function countOf<Report>(path: string, count: (report: Report) => Count): Count {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return { passed: 0, failures: [failure(path, 'the report was not written')] }
  }
  return count(JSON.parse(text) as Report)
}

function vitestFailures(report: VitestReport): Failure[] {
  return report.testResults.flatMap((file) => {
    const path = relative(process.cwd(), file.name)
    const failed = file.assertionResults.filter((result) => result.status === 'failed')
    if (failed.length === 0 && file.status === 'failed') return [failure(path, file.message)]
    return failed.map((result) => failure(`${path} › ${result.fullName}`, result.failureMessages?.join('\n')))
  })
}

function playwrightFailures(suite: Suite): Failure[] {
  const own = suite.specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) =>
        failure(
          `e2e/${spec.file} › ${spec.title}`,
          test.results.flatMap((result) => result.error?.message ?? []).join('\n'),
        ),
      ),
  )
  return [...own, ...(suite.suites ?? []).flatMap(playwrightFailures)]
}

function failure(test: string, reason = 'no reason given'): Failure {
  return { test, reason: reason.slice(0, 1500) }
}
