import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { findCommand } from '#scripts/services/commands.ts'
import { ensurePackages } from '#scripts/services/packages.ts'
import { isListening, waitUntil } from '#scripts/services/wait.ts'
import { projectRoot } from '#scripts/settings.ts'

import type { Member } from './fleet.ts'

export type Proxy = { stop(): Promise<void> }

const CONFIG = resolve(projectRoot, 'deploy/proxy/haproxy.cfg')
const RETRIES = /^ *(option redispatch|retry-on|retries) .*$/gm

/** HAProxy with the configuration that operators get; `isPlain`: without its retries. */
export async function startProxy(port: number, members: readonly Member[], { isPlain = false } = {}): Promise<Proxy> {
  ensurePackages([{ name: 'haproxy', programs: ['haproxy'] }])
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'))
  const config = join(folder, 'haproxy.cfg')
  const text = readFileSync(CONFIG, 'utf8')
  writeFileSync(config, isPlain ? text.replaceAll(RETRIES, '').replace('defaults\n', 'defaults\n  retries 0\n') : text)
  const addresses = members.flatMap(({ port, opsPort }, index) => [
    [`API_${index + 1}`, `127.0.0.1:${port}`],
    [`API_${index + 1}_OPS`, String(opsPort)],
  ])
  const env = { PROXY_BIND: `127.0.0.1:${port}`, ...Object.fromEntries(addresses) }
  const child = spawn(findCommand('haproxy') ?? '', ['-db', '-f', config], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (bytes: Buffer) => (complaints += String(bytes)))
  await waitUntil('HAProxy to listen', 60, () => isListening('127.0.0.1', port)).catch((cause: unknown) => {
    child.kill('SIGKILL')
    throw new Error(`HAProxy does not start:\n${complaints}`, { cause })
  })
  return {
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}
