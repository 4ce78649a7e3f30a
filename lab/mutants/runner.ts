import { createVitest } from 'vitest/node'

/** `tests`: in the order in which they run, up to the first that fails. */
type Order = { file: string; pattern: string; tests: string[] }
/** `error`: the first one, if a test failed or nothing could run. */
type Answer = { passed: number; error?: string }

/** A process that runs tests by order of its parent. */
const vitest = await createVitest('test', { watch: false, reporters: [{}] })
await vitest.standalone()
/** The file of the last order is whole again: it must be read anew as well. */
let last: string | undefined

process.on('message', (message) => {
  const { file, pattern, tests } = message as Order // the parent sends nothing else
  for (const each of [last, file]) if (each) vitest.invalidateFile(each)
  last = file
  vitest.setGlobalTestNamePattern(new RegExp(pattern))
  void runUntilRed(tests).then((answer) => process.send?.(answer))
})
process.send?.('ready')

async function runUntilRed(files: readonly string[]): Promise<Answer> {
  let passed = 0
  for (const file of files) {
    const answer = await run(file)
    passed += answer.passed
    if (answer.error !== undefined) return { ...answer, passed }
  }
  return { passed }
}

async function run(file: string): Promise<Answer> {
  const specifications = await vitest.globTestSpecifications([file])
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  // Vitest also returns the files of earlier runs.
  const modules = testModules.filter(({ moduleId }) => moduleId === file)
  const tests = modules.flatMap(({ children }) => [...children.allTests()])
  const errors = [...tests.flatMap((test) => test.result().errors ?? []), ...modules.flatMap((each) => each.errors())]
  const [error] = [...errors, ...unhandledErrors] as { message: string }[] // of whatever a test threw
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    ...(error && { error: error.message }),
  }
}
