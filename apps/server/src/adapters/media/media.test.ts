import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createMedia, GUARDS } from './index.ts'
import { commandLine, runSandboxed } from './sandbox.ts'

const media = createMedia()
const { signal } = new AbortController()
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'media-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A file made by ffmpeg itself: tone, picture, or both. */
function made(name: string, ...args: string[]): string {
  const path = join(folder, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, path])
  return path
}

function written(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=3']
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=5:duration=3']

function decodeInto(path: string, maxSeconds = 60) {
  const out = mkdtempSync(join(folder, 'out-'))
  return media.decode(path, out, maxSeconds, signal)
}

describe('looking inside a file', () => {
  it('tells sound from sound with a picture, whatever the name says', async () => {
    const about3 = expect.closeTo(3, 0)
    const film = made('film.mkv', ...PICTURE, ...TONE, '-shortest')
    const voice = made('voice.ogg', ...TONE, '-c:a', 'libopus')
    expect(await media.probe(made('tone.mp3', ...TONE), signal)).toEqual({ kind: 'audio', durationSeconds: about3 })
    expect(await media.probe(film, signal)).toEqual({ kind: 'video', durationSeconds: about3 })
    expect(await media.probe(voice, signal)).toEqual({ kind: 'audio', durationSeconds: about3 })
  })

  it('refuses a film without sound', async () => {
    await expect(media.probe(made('silent.mp4', ...PICTURE), signal)).rejects.toMatchObject({ code: 'noAudioStream' })
  })

  it('refuses what is no recording', async () => {
    await expect(media.probe(written('notes.mp3', 'just text'), signal)).rejects.toMatchObject({
      code: 'unsupportedFormat',
    })
  })

  it('refuses a list that names other files or addresses, under any name', async () => {
    made('neighbour.wav', ...TONE)
    const lists = {
      'list.mp4': 'ffconcat version 1.0\nfile neighbour.wav\n',
      'absolute.mp3': `ffconcat version 1.0\nfile ${join(folder, 'neighbour.wav')}\n`,
      'playlist.m4a': '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:9/secret.ts\n#EXT-X-ENDLIST\n',
      'local.mp4': '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n',
    }

    for (const [name, content] of Object.entries(lists)) {
      await expect(media.probe(written(name, content), signal)).rejects.toMatchObject({ code: 'unsupportedFormat' })
      await expect(decodeInto(written(name, content))).rejects.toMatchObject({ code: 'mediaBroken' })
    }
  })
})

describe('decoding', () => {
  it('gives 16 kHz mono samples of the sound, as long as it is', async () => {
    const samples = await decodeInto(made('stereo.m4a', ...TONE, '-ac', '2', '-ar', '44100'))

    expect(statSync(samples).size / BYTES_PER_SECOND).toBeCloseTo(3, 1)
  })

  it('stops at the limit', async () => {
    const samples = await decodeInto(made('long.flac', ...TONE), 1)

    expect(statSync(samples).size / BYTES_PER_SECOND).toBe(1)
  })

  it('blames the tools and not the file when the sandbox itself fails', async () => {
    const missing = join(folder, 'no-such-file')

    const error: unknown = await media.probe(missing, signal).catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(Error)
    expect(error).not.toHaveProperty('code')
  })

  it('ends at once when it is called off', async () => {
    const abort = new AbortController()
    const path = made('call-off.wav', ...TONE)
    const decoding = media.decode(path, mkdtempSync(join(folder, 'out-')), 60, abort.signal)

    abort.abort()

    await expect(decoding).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a bomb', () => {
  /** Peak memory, in megabytes, of the very command line that looks into a file. */
  function peakMegabytes(path: string, program: 'ffmpeg' | 'ffprobe', args: string[]): number {
    const measure =
      'import resource,subprocess,sys; subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)'
    const command = commandLine({ program, args, input: path, seconds: 60, signal })
    return Number(execFileSync('python3', ['-c', measure, ...command])) / 1000
  }

  it('of pixels is not unpacked: a picture of 256 megapixels in a small film', async () => {
    const huge = ['-f', 'lavfi', '-i', 'color=size=16000x16000:rate=1:duration=1', '-pix_fmt', 'gray', '-c:v', 'png']
    const path = made('bomb.mkv', ...huge)

    await expect(media.probe(path, signal)).rejects.toMatchObject({ name: 'AppError' })
    expect(statSync(path).size).toBeLessThan(5_000_000)
    expect(peakMegabytes(path, 'ffprobe', [...GUARDS, '-show_streams', '-i', '/in'])).toBeLessThan(200)
  })

  it('of silence is measured for what it is: ten hours in seven megabytes', { timeout: 120_000 }, async () => {
    const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', '36000']
    const path = made('silence.flac', ...silence)

    expect(statSync(path).size).toBeLessThan(10_000_000)
    expect(await media.measure(path, signal)).toBeCloseTo(36_000, 0)
    const decode = [...GUARDS, '-i', '/in', '-map', '0:a:0', '-f', 'null', '-']
    expect(peakMegabytes(path, 'ffmpeg', decode)).toBeLessThan(200)
  })
})

describe('the sandbox', () => {
  it('shows the program one file and no other, no network and nobody’s user id', async () => {
    const input = written('input.txt', 'x')
    const out = mkdtempSync(join(folder, 'out-'))
    // ffmpeg copies bytes of any file it can open: it can open none but its own.
    const copy = (from: string, to: string) => [
      '-v',
      'error',
      '-f',
      'data',
      '-i',
      from,
      '-map',
      '0',
      '-c',
      'copy',
      '-f',
      'data',
      '-y',
      to,
    ]
    const run = (from: string, name: string) =>
      runSandboxed({
        program: 'ffmpeg',
        args: copy(from, `/out/${name}`),
        input,
        outDir: out,
        outBytes: 1_000_000,
        seconds: 20,
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
