import { parseArgs } from 'node:util'

import { down, status, up } from './up-down.ts'

const usage = 'pnpm services up [--browser] [--engines] [--office] [--deploy] | down | status'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    browser: { type: 'boolean', default: false },
    engines: { type: 'boolean', default: false },
    office: { type: 'boolean', default: false },
    deploy: { type: 'boolean', default: false },
  },
})

try {
  await runCommand(positionals[0])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function runCommand(command: string | undefined): Promise<void> {
  if (command === 'up') process.exitCode = (await up(values)) ? 0 : 1
  else if (command === 'down') await down()
  else if (command === 'status') console.log(await status())
  else throw new Error(usage)
}
