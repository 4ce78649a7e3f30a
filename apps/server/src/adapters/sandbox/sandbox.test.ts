import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { ytDlpPolicy } from '#adapters/download/yt-dlp.ts'
import { ffmpegPolicy } from '#adapters/media/index.ts'

import { type Policy, runSandboxed } from './index.ts'

const OUT_BYTES = 1_000_000
const never = new AbortController().signal

let folder: string
let outDir: string
let proxy: Server

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  writeFileSync(join(folder, 'input'), 'input')
  // The sandbox first connects only to see that the forwarder listens, and hangs up.
  proxy = createServer((socket) => socket.on('error', () => undefined).end('from the proxy'))
  proxy.listen(join(folder, 'proxy'))
})
afterAll(() => {
  proxy.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  outDir = mkdtempSync(join(folder, 'out-'))
})

const POLICIES = [
  ['ffmpeg', (seconds = 20) => ffmpegPolicy({ input: join(folder, 'input'), outDir, outBytes: OUT_BYTES, seconds })],
  [
    'yt-dlp',
    (seconds = 20) =>
      ytDlpPolicy({
        certificates: join(folder, 'input'),
        proxy: join(folder, 'proxy'),
        outDir,
        outBytes: OUT_BYTES,
        seconds,
      }),
  ],
] as const

function sh(policy: Policy, script: string, signal = never) {
  return runSandboxed(policy, ['/usr/bin/sh', '-c', script], { signal })
}

function python(policy: Policy, script: string) {
  return runSandboxed(policy, ['/usr/bin/python3', '-c', script], { signal: never })
}

const UNPRIVILEGED = [
  'uid: 65534',
  'euid: 65534',
  'gid: 65534',
  'egid: 65534',
  'no_new_privs: 1',
  'Effective capabilities: [none]',
  'Permitted capabilities: [none]',
  'Inheritable capabilities: [none]',
  'Ambient capabilities: [none]',
  'Capability bounding set: [none]',
]

/** Every call that makes or joins a user namespace, and the error of each. */
const NAMESPACES = `
import ctypes, errno, platform
libc = ctypes.CDLL(None, use_errno=True)
unshare, clone, clone3, setns = (272, 56, 435, 308) if platform.machine() == 'x86_64' else (97, 220, 435, 268)
newuser = 0x10000000
def error(*call):
    return errno.errorcode[ctypes.get_errno()] if libc.syscall(*call) == -1 else 'done'
print(error(unshare, newuser), error(clone, newuser, 0, 0, 0, 0), error(clone3, 0, 0), error(setns, 0, newuser))
`

const INTERFACES = `
import errno, socket
answer = socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect_ex(('192.0.2.1', 53))
print(socket.if_nameindex(), errno.errorcode.get(answer))
`

describe.each(POLICIES)('the sandbox of %s', (_program, policy) => {
  it('lets no program make a user namespace, where it would have privileges again', async () => {
    expect(await sh(policy(), 'unshare --user echo nested')).toMatchObject({ exitCode: 1, stdout: '' })
    expect(await python(policy(), NAMESPACES)).toMatchObject({ exitCode: 0, stdout: 'EPERM EPERM ENOSYS EPERM\n' })
  })

  it('gives no privileges and none of our environment', async () => {
    process.env.SANDBOX_TEST_SECRET = 'secret'

    const { stdout } = await sh(policy(), 'setpriv --dump --dump; env')
    delete process.env.SANDBOX_TEST_SECRET

    expect(stdout.split('\n')).toEqual(expect.arrayContaining(UNPRIVILEGED))
    expect(stdout).not.toContain('secret')
  })

  it('shows no file of ours and none of our processes', async () => {
    const { stdout } = await sh(
      policy(),
      `cat ${join(folder, 'input')} /etc/passwd; ls /; kill -0 ${process.pid} || echo $$`,
    )

    const [ownId, ...entries] = stdout.trim().split('\n').reverse()
    expect(entries.filter((name) => !['in', 'proxy'].includes(name)).sort()).toEqual([
      'bin', 'dev', 'etc', 'lib', 'lib64', 'out', 'tmp', 'usr',
    ]) // prettier-ignore
    expect(Number(ownId)).toBeLessThan(10)
  })

  it('inherits no open file', async () => {
    const { stdout } = await python(
      policy(),
      'import os\nfor fd in range(64):\n  try: os.fstat(fd); print(fd)\n  except OSError: pass',
    )

    expect(stdout).toBe('0\n1\n2\n')
  })

  it('writes to /out and a small /tmp only', async () => {
    const places = ['/x', '/usr/x', '/etc/x', '/dev/x', '/dev/shm/x', '/tmp/x', '/out/x']

    const { stdout } = await sh(policy(), `for path in ${places.join(' ')}; do echo x > $path && echo $path; done`)

    expect(stdout.trim().split('\n')).toEqual(['/tmp/x', '/out/x'])
    expect(readdirSync(outDir)).toEqual(['x'])
  })

  it('fills /tmp up to 16 MB', async () => {
    const fill = 'for i in $(seq 30); do head -c 1000000 /dev/zero > /tmp/$i || break; done; du -sb /tmp | cut -f1'

    const { stdout } = await sh(policy(), fill)

    expect(Number(stdout)).toBeGreaterThan(14_000_000)
    expect(Number(stdout)).toBeLessThan(17_000_000)
  })

  it('has no network interface but its own loopback', async () => {
    const { stdout } = await python(policy(), INTERFACES)

    expect(stdout).toBe("[(1, 'lo')] ENETUNREACH\n")
  })

  it('sets every resource limit', async () => {
    const { stdout } = await sh(policy(), 'prlimit --noheadings --raw --output RESOURCE,SOFT,HARD')

    const limits = stdout.trim().split('\n')
    expect(limits).toEqual(
      expect.arrayContaining([
        'CPU 20 20',
        'FSIZE 1000000 1000000',
        'CORE 0 0',
        'NPROC 64 64',
        'NOFILE 64 64',
        'AS 1500000000 1500000000',
      ]),
    )
  })

  it('allocates no more than 1.5 GB', async () => {
    expect(await python(policy(), 'bytearray(1_000_000)')).toMatchObject({ exitCode: 0 })
    expect(await python(policy(), 'bytearray(1_600_000_000)')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('MemoryError'),
    })
  })

  it('writes no file over its size', async () => {
    const { stdout } = await sh(policy(), 'head -c 2000000 /dev/zero > /out/big; wc -c < /out/big')

    expect(stdout.trim()).toBe(String(OUT_BYTES))
  })

  it('ends at its wall-clock limit', async () => {
    expect(await sh(policy(1), 'sleep 60')).toMatchObject({ exitCode: 124 })
  })

  it('is killed when it prints without end', async () => {
    await expect(sh(policy(), 'yes')).rejects.toThrow('The sandbox failed')
  })

  it('keeps the beginning of a long stderr', async () => {
    const { exitCode, stderr } = await sh(policy(), 'yes | head -c 5000000 >&2')

    expect(exitCode).toBe(0)
    expect(stderr.length).toBeLessThan(200_000)
  })

  it('is gone with all its processes when aborted', async () => {
    const abort = new AbortController()
    const running = runSandboxed(policy(), ['/usr/bin/sh', '-c', 'sleep 60 & echo started; wait'], {
      signal: abort.signal,
      onLine: () => abort.abort(),
    })

    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('does not start when already aborted', async () => {
    await expect(sh(policy(), 'echo x > /out/x', AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
    expect(readdirSync(outDir)).toEqual([])
  })
})

describe('the network of a sandbox', () => {
  const connect =
    'import socket; s = socket.create_connection(("127.0.0.1", 3128)); print(s.recv(100).decode(), end="")'

  it('is the proxy where the policy has one', async () => {
    expect(await python(POLICIES[1][1](), connect)).toMatchObject({ exitCode: 0, stdout: 'from the proxy' })
  })

  it('is none where the policy has no proxy', async () => {
    expect(await python(POLICIES[0][1](), connect)).toMatchObject({ exitCode: 1, stdout: '' })
  })
})
