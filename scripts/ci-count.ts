import { readFileSync } from 'node:fs'

/** `ci-count.ts VITEST_JSON PLAYWRIGHT_JSON`: adds up both reports; the last line of CI. */
const [vitestPath = '', playwrightPath = ''] = process.argv.slice(2)

type Count = { passed: number; failed: number }

const counts = [vitestCount(read(vitestPath)), playwrightCount(read(playwrightPath))]
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

/** A report that was not written means that its run broke: that is a failure. */
function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function vitestCount(report: unknown): Count {
  const { numPassedTests = 0, numFailedTests = 1 } = (report ?? {}) as {
    numPassedTests?: number
    numFailedTests?: number
  }
  return { passed: numPassedTests, failed: numFailedTests }
}

function playwrightCount(report: unknown): Count {
  const { stats } = (report ?? {}) as { stats?: { expected: number; unexpected: number; flaky: number } }
  return { passed: stats?.expected ?? 0, failed: stats ? stats.unexpected + stats.flaky : 1 }
}
