import { type Outcome, type Policy, runSandboxed } from '#adapters/sandbox/index.ts'

/** One run of yt-dlp: it writes to one folder, at /out, and asks the proxy for everything. */
export type YtDlpRun = {
  args: readonly string[]
  outDir: string
  /** Largest file it may write. */
  outBytes: number
  /** The proxy's socket. */
  proxy: string
  /** The file of certificates it trusts. */
  certificates: string
  seconds: number
  signal: AbortSignal
  onLine: (line: string) => unknown
}

export const PROGRAMS = ['/usr/bin/bwrap', '/usr/bin/socat', '/usr/bin/yt-dlp']

const STDOUT_CHARACTERS = 10_000_000
const ENVIRONMENT = { PATH: '/usr/bin', HOME: '/tmp', LANG: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1' }

/** Runs yt-dlp, which parses untrusted pages: whatever address they name goes through the proxy and its address rules. */
export function runYtDlp({ args, signal, onLine, ...task }: YtDlpRun): Promise<Outcome> {
  return runSandboxed(ytDlpPolicy(task), ['/usr/bin/yt-dlp', ...args], { signal, onLine })
}

export function ytDlpPolicy({ certificates, ...policy }: Omit<YtDlpRun, 'args' | 'signal' | 'onLine'>): Policy {
  return {
    ...policy,
    readable: { '/etc/ssl/certs/ca-certificates.crt': certificates },
    environment: ENVIRONMENT,
    stdoutCharacters: STDOUT_CHARACTERS,
  }
}
