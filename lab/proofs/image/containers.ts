import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'

import { freePort } from '@doslovno/server/test/free-port.ts'
import { testModelsDir } from '@doslovno/server/test/recordings/recordings.ts'

import { waitUntil } from '#scripts/services/wait.ts'
import { developmentEnv, projectRoot } from '#scripts/settings.ts'

import { podman } from './engine.ts'

const START_SECONDS = 300

export type Ports = { api: number; apiOps: number; workerOps: number }

/** Settings of production on the servers of the proof, with secrets of its own. */
export async function makeSettings(): Promise<{ ports: Ports; env: Record<string, string> }> {
  const ports = { api: await freePort(), apiOps: await freePort(), workerOps: await freePort() }
  const servers = ['DATABASE_URL', 'S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY']
  const development = developmentEnv()
  const same = [...servers, 'REDIS_URL', 'SMTP_URL', 'MAIL_FROM'].map((name) => [name, development[name] ?? ''])
  const env = {
    ...(Object.fromEntries(same) as Record<string, string>),
    PUBLIC_URL: `http://127.0.0.1:${ports.api}`,
    TOKEN_SECRET: randomBytes(32).toString('hex'),
    SECRETS_KEYS: randomBytes(32).toString('base64'),
    SPEECH_MODEL: 'whisper-tiny',
    API_PORT: String(ports.api),
  }
  return { ports, env }
}

/** The options of the compose file in podman's words. The network is the machine's, where the servers are. */
const HARDENED = [
  '--network', 'host', '--user', '10001:10001', '--read-only', '--read-only-tmpfs=false', '--cap-drop', 'ALL',
  '--security-opt', 'no-new-privileges', '--security-opt', `seccomp=${resolve(projectRoot, 'deploy/seccomp.json')}`,
  '--no-healthcheck', '--tmpfs', '/tmp:size=512m', '--volume', '/work',
] // prettier-ignore

const models = () => ['--volume', `${testModelsDir()}:/models:ro`]

export const runOnce = (image: string, env: Record<string, string>, ...command: string[]) =>
  podman('run', '--rm', ...HARDENED, ...models(), ...asOptions(env), image, ...command)

/** Starts a container and waits until the health check of its image passes. */
export async function startReady(name: 'api' | 'worker', env: Record<string, string>, opsPort: number): Promise<void> {
  await podman(
    'run',
    '--detach',
    '--name',
    name,
    ...HARDENED,
    ...models(),
    ...asOptions({ ...env, OPS_PORT: String(opsPort) }),
    `doslovno-${name}`,
  )
  const check = () => podman('exec', name, 'node', 'deploy/is-ready.ts', String(opsPort))
  try {
    await waitUntil(`${name} to be ready`, START_SECONDS, () => check().then(() => true, () => false)) // prettier-ignore
  } catch (error) {
    console.error(await podman('logs', '--tail', '20', name))
    throw error
  }
}

const REPORT = `id -u
sed -n 's/^\\(CapEff\\|CapBnd\\|NoNewPrivs\\|Seccomp\\):\\t/\\1 /p' /proc/1/status
touch /app/x 2>&1 || true`

/** Reads the rights of a container's first process from the kernel. */
export async function rightsOf(name: string): Promise<string> {
  return (await podman('exec', name, 'sh', '-c', REPORT)).replaceAll('\n', ', ')
}

export const RIGHTS = /^10001, CapEff 0+, CapBnd 0+, NoNewPrivs 1, Seccomp 2, touch: .*Read-only file system$/

/** Sends SIGTERM; returns the exit code. */
export async function stop(name: string): Promise<number> {
  await podman('stop', '--time', '45', name)
  return Number(await podman('inspect', '--format', '{{.State.ExitCode}}', name))
}

const asOptions = (env: Record<string, string>) =>
  Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
