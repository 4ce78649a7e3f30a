import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { freePort } from '@doslovno/server/test/free-port.ts'
import { testModelsDir } from '@doslovno/server/test/recordings/recordings.ts'

import { run } from '#scripts/services/commands.ts'
import type { Package } from '#scripts/services/packages.ts'
import { waitUntil } from '#scripts/services/wait.ts'
import { developmentEnv, projectRoot } from '#scripts/settings.ts'

/** buildah builds, podman with runc runs: no daemon, and crun refuses machines with both versions of cgroups. */
export const enginePackages: readonly Package[] = [
  { name: 'buildah', programs: ['buildah'] },
  { name: 'podman', programs: ['podman'], alsoInstall: ['uidmap', 'netavark', 'aardvark-dns', 'catatonit'] },
  { name: 'runc', programs: ['runc'] },
  { name: 'mmdebstrap', programs: ['mmdebstrap'] },
]

const CONTAINERS = `[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
[containers]
# podman would raise them beyond the hard limits of some machines.
default_ulimits = ["nofile=20000:20000", "nproc=4096:4096"]
`

/** An engine with images and settings of its own, all below one folder. */
export function configureEngine(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const storage = `[storage]\ndriver = "overlay"\ngraphroot = "${folder}/store"\nrunroot = "${folder}/run"\n`
  for (const [name, variable, text] of [
    ['storage.conf', 'CONTAINERS_STORAGE_CONF', storage],
    ['containers.conf', 'CONTAINERS_CONF', CONTAINERS],
  ] as const) {
    writeFileSync(join(folder, name), text)
    process.env[variable] = join(folder, name)
  }
}

export const podman = (...args: string[]) => run('podman', args)

/** Isolation by chroot needs neither cgroups nor namespaces, so it builds inside a container too. */
export const build = (...args: string[]) =>
  run('buildah', ['bud', '--format', 'docker', '--isolation', 'chroot', '--network', 'host', '--pull-never', ...args])

const hasImage = (name: string) => podman('image', 'exists', name).then(() => true, () => false) // prettier-ignore

export async function megabytesOf(image: string): Promise<number> {
  return Number(await podman('image', 'inspect', '--format', '{{.Size}}', image)) / 1e6
}

const DEBIAN = 'docker.io/library/debian:bookworm-slim'
const NODE = 'docker.io/library/node:24-bookworm-slim'
const NPM_VERSION = '11'

/** The images that the Dockerfile starts from, unless they are there. */
export async function makeBases(folder: string): Promise<void> {
  if (await hasImage(NODE)) return
  await makeDebian(folder)
  await makeNode(folder)
}

/** A Debian as small as the official one. A mirror may be a snapshot whose signatures have expired. */
async function makeDebian(folder: string): Promise<void> {
  const archive = join(folder, 'debian.tar')
  const leftOut = ['doc', 'man', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)
  const options = ['--variant=minbase', '--include=ca-certificates', '--aptopt=Acquire::Check-Valid-Until "false"']
  await run('mmdebstrap', [...options, ...leftOut, 'bookworm', archive])
  await podman('import', archive, DEBIAN)
}

const CONTAINERFILE = `FROM ${DEBIAN}
COPY node /usr/local/bin/node
COPY node_modules/npm /usr/local/lib/node_modules/npm
COPY ca.pem /usr/local/share/ca-certificates/build.crt
ENV NODE_EXTRA_CA_CERTS=/usr/local/share/ca-certificates/build.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
`

/**
 * A stand-in under the name of the official image, which needs a registry: this Node, npm, and the certificates this
 * machine trusts, for builds behind a proxy.
 */
async function makeNode(folder: string): Promise<void> {
  const context = join(folder, 'node')
  mkdirSync(context, { recursive: true })
  copyFileSync(process.execPath, join(context, 'node'))
  const extra = process.env.NODE_EXTRA_CA_CERTS ?? ''
  copyFileSync(existsSync(extra) ? extra : '/etc/ssl/certs/ca-certificates.crt', join(context, 'ca.pem'))
  await run('npm', ['install', '--prefix', context, '--no-save', '--loglevel=error', `npm@${NPM_VERSION}`])
  writeFileSync(join(context, 'Containerfile'), CONTAINERFILE)
  await build('-t', NODE, context)
}

const START_SECONDS = 300

type Ports = { api: number; apiOps: number; workerOps: number }

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
  const options = [...HARDENED, ...models(), ...asOptions({ ...env, OPS_PORT: String(opsPort) })]
  await podman('run', '--detach', '--name', name, ...options, `doslovno-${name}`)
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
