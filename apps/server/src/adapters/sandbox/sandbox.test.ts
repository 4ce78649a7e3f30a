import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { ytDlpPolicy } from '#adapters/download/yt-dlp.ts'
import { ffmpegPolicy } from '#adapters/media/ffmpeg.ts'

import { type Policy, runSandboxed } from './index.ts'

const OUT_BYTES = 1_000_000
const never = new AbortController().signal

let folder: string
let outDir: string
let proxy: Server

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  writeFileSync(join(folder, 'input'), 'input')
  proxy = createServer((socket) => socket.end('from the proxy')).listen(join(folder, 'proxy'))
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

describe.each(POLICIES)('the sandbox of %s', (_program, policy) => {
  it('lets no program make a user namespace, where it would have privileges again', async () => {
    const { exitCode, stdout } = await sh(policy(), 'unshare --user echo nested')

    expect(exitCode).not.toBe(0)
    expect(stdout).toBe('')
  })

  it('gives no privileges and none of our environment', async () => {
    process.env.SANDBOX_TEST_SECRET = 'secret'

    const { stdout } = await sh(policy(), 'id -u; id -g; grep -E "^(CapEff|CapBnd|NoNewPrivs)" /proc/self/status; env')
    delete process.env.SANDBOX_TEST_SECRET

    expect(stdout).toMatch(/^65534\n65534\nCapEff:\t0+\nCapBnd:\t0+\nNoNewPrivs:\t1\n/)
    expect(stdout).not.toContain('secret')
  })

  it('shows no file of ours and none of our processes', async () => {
    const { stdout } = await sh(policy(), `cat ${join(folder, 'input')} /etc/passwd; ls /; ls /proc | grep -c "^[0-9]"`)

    const [processes, ...entries] = stdout.trim().split('\n').reverse()
    expect(entries.filter((name) => !['in', 'proxy'].includes(name)).sort()).toEqual([
      'bin', 'dev', 'etc', 'lib', 'lib64', 'out', 'proc', 'tmp', 'usr',
    ]) // prettier-ignore
    expect(Number(processes)).toBeLessThan(10)
  })

  it('writes to /out and a small /tmp only', async () => {
    const places = ['/x', '/usr/x', '/etc/x', '/dev/x', '/dev/shm/x', '/proc/x', '/tmp/x', '/out/x']

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
    const { stdout } = await sh(policy(), 'grep -c : /proc/net/dev; wc -l < /proc/net/route')

    expect(stdout).toBe('1\n1\n')
  })

  it('sets every resource limit', async () => {
    const { stdout } = await sh(policy(), 'cat /proc/self/limits')

    const limits = Object.fromEntries(
      [...stdout.matchAll(/^Max (.+?) {2,}(\S+) +(\S+)/gm)].map(([, name, soft, hard]) => [name, [soft, hard]]),
    )
    expect(limits).toMatchObject({
      'cpu time': ['20', '20'],
      'file size': ['1000000', '1000000'],
      'core file size': ['0', '0'],
      processes: ['64', '64'],
      'open files': ['64', '64'],
      'address space': ['1500000000', '1500000000'],
    })
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
