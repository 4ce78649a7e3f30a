import { spawn } from 'node:child_process'

import { developmentEnv } from './settings.ts'

const [file, ...args] = process.argv.slice(2)
if (!file) throw new Error('node scripts/with-dev-env.ts <file.ts> [arguments]')

// The caller's variables win over the development settings.
const env = { ...developmentEnv(), ...process.env }
const child = spawn(process.execPath, [file, ...args], { stdio: 'inherit', env })

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // A terminal sends Ctrl+C to the child too; a second signal would force it to quit.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  })

child.on('exit', (code, signal) => {
  if (signal) {
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  } else process.exitCode = code ?? 1
})
