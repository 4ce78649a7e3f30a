/** The files, the output and the resources of a sandboxed program. All other hardening is the same for every program. */
export type Policy = {
  /** Files the program can read besides the system's programs and libraries: path inside → path outside. */
  readable: Readonly<Record<string, string>>
  /** The only folder it can write to and keep anything in, at /out. */
  outDir?: string
  /** Largest file it may write. */
  outBytes?: number
  /** Wall-clock seconds, and CPU seconds of each process. */
  seconds: number
  /** Kill the program if it prints more: its output is kept in memory. */
  stdoutCharacters: number
  /** The whole environment. */
  environment?: Readonly<Record<string, string>>
  /** The Unix socket of a proxy, reachable inside at `PROXY_URL`. Without it there is no network at all. */
  proxy?: string
}

/** The proxy's address inside: on the sandbox's own loopback, where nothing else listens. */
export const PROXY_URL = 'http://127.0.0.1:3128'

const MEMORY_BYTES = 1_500_000_000
const TMP_BYTES = 16_000_000
const OPEN_FILES = 64
const PROCESSES = 64
const KILL_AFTER_SECONDS = 5
/** Connects and hangs up. */
const LISTENS = 'socat -u OPEN:/dev/null TCP:127.0.0.1:3128 2>/dev/null'
/** Waits at least 4 s for the forwarder. */
const WITH_PROXY = `
PATH=/usr/bin
socat TCP-LISTEN:3128,bind=127.0.0.1,fork UNIX-CONNECT:/proxy &
tries=0
until ${LISTENS}; do tries=$((tries + 1)); [ $tries -gt 200 ] && exit 125; sleep 0.02; done
exec "$@"`

/** Where bubblewrap reads the filter of system calls from. */
export const FILTER_FD = 3

/**
 * The whole command that runs a program (an absolute path and its arguments) under a policy. There is no /proc inside:
 * container engines let nobody mount one, and neither ffmpeg nor yt-dlp needs it.
 */
export function commandLine(policy: Policy, program: readonly string[]): [string, ...string[]] {
  const { outDir, outBytes = 0, seconds, environment = {}, proxy } = policy
  const readable = { ...policy.readable, ...(proxy && { '/proxy': proxy }) }
  return [
    'prlimit', `--as=${MEMORY_BYTES}`, `--cpu=${seconds}`, `--fsize=${outBytes}`, `--nofile=${OPEN_FILES}`, '--core=0', '--',
    'timeout', '-k', String(KILL_AFTER_SECONDS), String(seconds),
    'bwrap', '--unshare-all', '--unshare-user', '--seccomp', String(FILTER_FD), '--uid', '65534', '--gid', '65534', '--cap-drop', 'ALL', '--die-with-parent', '--new-session',
    '--clearenv', ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    '--ro-bind', '/usr', '/usr',
    '--symlink', 'usr/bin', '/bin', '--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64',
    '--ro-bind', '/etc/alternatives', '/etc/alternatives', '--ro-bind', '/etc/ld.so.cache', '/etc/ld.so.cache',
    '--dev', '/dev', '--size', String(TMP_BYTES), '--tmpfs', '/tmp',
    ...Object.entries(readable).flatMap(([inside, outside]) => ['--ro-bind', outside, inside]),
    ...(outDir ? ['--bind', outDir, '/out'] : []),
    '--remount-ro', '/dev', '--remount-ro', '/', '--chdir', '/tmp',
    // Set inside, where only the sandbox's processes count: the worker's user may have many more.
    '/usr/bin/prlimit', `--nproc=${PROCESSES}`, '--',
    ...(proxy ? ['/bin/sh', '-c', WITH_PROXY, 'sh'] : []), ...program,
  ] // prettier-ignore
}
