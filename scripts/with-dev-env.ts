import { spawn } from 'node:child_process'

import { developmentEnv } from './settings.ts'

const [file, ...args] = process.argv.slice(2)
if (!file) throw new Error('node scripts/with-dev-env.ts <file.ts> [arguments]')

// What the caller set wins over the development settings.
const env = { ...developmentEnv(), ...process.env }
const child = spawn(process.execPath, [file, ...args], { stdio: 'inherit', env })

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // A terminal sends its Ctrl+C to the child as well; twice would be taken for impatience.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  })

child.on('exit', (code, signal) => {
  if (signal) {
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  } else process.exitCode = code ?? 1
})
