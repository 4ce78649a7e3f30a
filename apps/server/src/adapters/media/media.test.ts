import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { commandLine } from '#adapters/sandbox/command-line.ts'
import { runSandboxed } from '#adapters/sandbox/index.ts'
import { isTransient } from '#platform/transient.ts'
import { brokenMedia } from '#test/recordings/media.ts'

import { createMedia, failureOf, ffmpegPolicy, INPUT_ARGS, runFfmpeg } from './index.ts'

const media = createMedia()
const { signal } = new AbortController()
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'media-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A file encoded by ffmpeg: tone, picture, or both. */
function encode(name: string, ...args: string[]): string {
  const path = join(folder, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, path])
  return path
}

function write(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=3']
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=5:duration=3']

function decodeInto(path: string, maxSeconds = 60) {
  const out = mkdtempSync(join(folder, 'out-'))
  return media.decode(path, out, { seconds: maxSeconds }, signal)
}

describe('probing a file', () => {
  it('distinguishes audio from video, whatever the file name', async () => {
    const about3 = expect.closeTo(3, 0)
    const film = encode('film.mkv', ...PICTURE, ...TONE, '-shortest')
    const voice = encode('voice.ogg', ...TONE, '-c:a', 'libopus')
    expect(await media.probe(encode('tone.mp3', ...TONE), signal)).toEqual({ kind: 'audio', durationSeconds: about3 })
    expect(await media.probe(film, signal)).toEqual({ kind: 'video', durationSeconds: about3 })
    expect(await media.probe(voice, signal)).toEqual({ kind: 'audio', durationSeconds: about3 })
  })

  it('refuses a video without sound', async () => {
    await expect(media.probe(encode('silent.mp4', ...PICTURE), signal)).rejects.toMatchObject({ code: 'noAudioStream' })
  })

  it('refuses a file that is no recording', async () => {
    await expect(media.probe(write('notes.mp3', 'just text'), signal)).rejects.toMatchObject({
      code: 'unsupportedFormat',
    })
  })

  it('calls a recording broken if it is cut off or damaged [UP-12]', async () => {
    const whole = readFileSync(encode('whole.mp4', ...PICTURE, ...TONE, '-shortest'))
    const cut = join(folder, 'cut.mp4')
    writeFileSync(cut, whole.subarray(0, whole.length / 2))
    const damaged = join(folder, 'damaged.mp3')
    writeFileSync(damaged, brokenMedia())

    for (const path of [cut, damaged]) {
      await expect(media.probe(path, signal)).rejects.toMatchObject({ code: 'mediaBroken' })
    }
  })

  it('refuses a playlist of other files or addresses, under any name', async () => {
    encode('neighbour.wav', ...TONE)
    const lists = {
      'list.mp4': 'ffconcat version 1.0\nfile neighbour.wav\n',
      'absolute.mp3': `ffconcat version 1.0\nfile ${join(folder, 'neighbour.wav')}\n`,
      'playlist.m4a': '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:9/secret.ts\n#EXT-X-ENDLIST\n',
      'local.mp4': '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n',
    }

    for (const [name, content] of Object.entries(lists)) {
      await expect(media.probe(write(name, content), signal)).rejects.toMatchObject({ code: 'unsupportedFormat' })
      await expect(decodeInto(write(name, content))).rejects.toMatchObject({ code: 'mediaBroken' })
    }
  })
})

describe('decoding', () => {
  it('gives 16 kHz mono samples of the whole recording', async () => {
    const samples = await decodeInto(encode('stereo.m4a', ...TONE, '-ac', '2', '-ar', '44100'))

    expect(statSync(samples).size / BYTES_PER_SECOND).toBeCloseTo(3, 1)
  })

  it('stops at the given length', async () => {
    const samples = await decodeInto(encode('long.flac', ...TONE), 1)

    expect(statSync(samples).size / BYTES_PER_SECOND).toBe(1)
  })

  it('blames the tools and not the file when the sandbox itself fails', async () => {
    const missing = join(folder, 'no-such-file')

    const error: unknown = await media.probe(missing, signal).catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(Error)
    expect(error).not.toHaveProperty('code')
  })

  it('stops when aborted', async () => {
    const abort = new AbortController()
    const path = encode('call-off.wav', ...TONE)
    const decoding = media.decode(path, mkdtempSync(join(folder, 'out-')), { seconds: 60 }, abort.signal)

    abort.abort()

    await expect(decoding).rejects.toMatchObject({ name: 'AbortError' })
  })
})

/** Processes started by a process, and by those. */
function descendants(pid: number): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number).flatMap((child) => [child, ...descendants(child)]) // prettier-ignore
}

describe('a program that fails for want of something', () => {
  const sh = (script: string, seconds: number) =>
    runSandboxed(ffmpegPolicy({ input: encode('any.wav', ...TONE), seconds }), ['/usr/bin/sh', '-c', script], {
      signal,
    })

  it('does not blame the file when the disk is full', async () => {
    const disk = mkdtempSync(join(folder, 'disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk])
    try {
      const error = await media
        .decode(encode('good.wav', ...TONE), disk, { seconds: 60 }, signal)
        .catch((thrown: unknown) => thrown)

      expect(error).toMatchObject({ code: 'ENOSPC' })
      expect(isTransient(error)).toBe(true)
    } finally {
      execFileSync('umount', [disk])
    }
  })

  it('does not blame the file when its folder has turned read-only', async () => {
    const disk = mkdtempSync(join(folder, 'disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', disk])
    try {
      const error = await media
        .decode(encode('fine.wav', ...TONE), disk, { seconds: 60 }, signal)
        .catch((thrown: unknown) => thrown)

      expect(error).toMatchObject({ code: 'EROFS' })
      expect(isTransient(error)).toBe(true)
    } finally {
      execFileSync('umount', [disk])
    }
  })

  it('does not blame the file when ffmpeg is killed', async () => {
    const path = encode('hours.flac', '-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', '10800')
    const decoding = decodeInto(path, 10_800).catch((thrown: unknown) => thrown)
    const pid = await vi.waitFor(() => {
      const found = descendants(process.pid).find((one) => readFileSync(`/proc/${one}/comm`, 'utf8') === 'ffmpeg\n')
      if (!found) throw new Error('ffmpeg has not started yet')
      return found
    })

    process.kill(pid, 'SIGKILL')

    const error = await decoding
    expect(error).toMatchObject({ code: 'ENOMEM' })
    expect(isTransient(error)).toBe(true)
  })

  it('does not blame the file for a timeout, which may not be retried forever', async () => {
    const error = await failureOf({ outcome: await sh('sleep 60', 1) }, 'mediaBroken')

    expect(error).not.toHaveProperty('code')
    expect(isTransient(error)).toBe(false)
  })

  it('blames the file for any other failure', async () => {
    expect(await failureOf({ outcome: await sh('exit 1', 60), outDir: folder }, 'mediaBroken')).toMatchObject({
      code: 'mediaBroken',
    })
  })
})

describe('a decompression bomb', () => {
  /** Peak memory, in megabytes, of the command line that reads a file. */
  function peakMegabytes(path: string, program: 'ffmpeg' | 'ffprobe', args: string[]): number {
    const measure =
      'import resource,subprocess,sys; subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)'
    const command = commandLine(ffmpegPolicy({ input: path, seconds: 240 }), [`/usr/bin/${program}`, ...args])
    return Number(execFileSync('python3', ['-c', measure, ...command])) / 1000
  }

  it('is not decoded: 256 megapixels in a small video', async () => {
    const huge = ['-f', 'lavfi', '-i', 'color=size=16000x16000:rate=1:duration=1', '-pix_fmt', 'gray', '-c:v', 'png']
    const path = encode('bomb.mkv', ...huge)

    await expect(media.probe(path, signal)).rejects.toMatchObject({ name: 'AppError' })
    expect(statSync(path).size).toBeLessThan(5_000_000)
    expect(peakMegabytes(path, 'ffprobe', [...INPUT_ARGS, '-show_streams', '-i', '/in'])).toBeLessThan(200)
  })

  it('is measured in full: three hours of silence in two megabytes', async () => {
    const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', '10800']
    const path = encode('silence.flac', ...silence)

    expect(statSync(path).size).toBeLessThan(3_000_000)
    expect(await media.measure(path, signal)).toBeCloseTo(10_800, 0)
    const decode = [...INPUT_ARGS, '-i', '/in', '-map', '0:a:0', '-f', 'null', '-']
    expect(peakMegabytes(path, 'ffmpeg', decode)).toBeLessThan(200)
  })
})

describe('ffmpeg in the sandbox', () => {
  it('opens its input and no other file or address', async () => {
    const input = write('input.txt', 'x')
    const out = mkdtempSync(join(folder, 'out-'))
    // ffmpeg copies the bytes of any file it can open.
    const copy = (from: string, to: string) =>
      ['-v', 'error', '-f', 'data', '-i', from, '-map', '0', '-c', 'copy', '-f', 'data', '-y', to] // prettier-ignore
    const run = (from: string, name: string) =>
      runFfmpeg({
        program: 'ffmpeg',
        args: copy(from, `/out/${name}`),
        input,
        outDir: out,
        outBytes: 1_000_000,
        seconds: 240,
        signal,
      })

    const outcomes = [
      await run('/in', 'own'),
      await run('/etc/passwd', 'passwd'),
      await run(input, 'outside'),
      await run('tcp://127.0.0.1:5432', 'network'),
    ]

    expect(outcomes.map(({ exitCode }) => exitCode === 0)).toEqual([true, false, false, false])
    expect(readdirSync(out)).toEqual(['own'])
  })
})
