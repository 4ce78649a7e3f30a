import { execFileSync } from 'node:child_process'
import { chmodSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from './free-port.ts'

export type OwnPostgres = { url: string; stop(): void }

/** A PostgreSQL for one test that asks for a password, which the shared one does not. */
export async function startOwnPostgres(password: string): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const [data, secret] = [join(folder, 'data'), join(folder, 'password')]
  writeFileSync(secret, password)
  chmodSync(folder, 0o777)
  chmodSync(secret, 0o644)
  const port = await freePort()
  run('initdb', '-D', data, '-A', 'scram-sha-256', '-U', 'postgres', `--pwfile=${secret}`, '--no-sync')
  const settings = [`-c port=${port}`, '-c listen_addresses=127.0.0.1', '-c unix_socket_directories=', '-c fsync=off']
  run('pg_ctl', '-D', data, '-l', join(data, 'log'), '-o', settings.join(' '), '-w', 'start')
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: () => {
      run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
      rmSync(folder, { recursive: true })
    },
  }
}

/** PostgreSQL refuses to run as root. */
function run(program: string, ...args: string[]): void {
  const [folder = ''] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()
  const command = [join(folder, program), ...args]
  const [first = '', ...rest] = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command
  execFileSync(first, rest, { cwd: '/', stdio: 'ignore' })
}
