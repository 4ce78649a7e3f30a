import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'

import { HOSTS, type Video } from '@doslovno/simulators/sites/rutube.ts'
import {
  type Certificate,
  makeCertificate,
  type SitesSimulator,
  startSitesSimulator,
} from '@doslovno/simulators/sites/server.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createMedia } from '#adapters/media/index.ts'
import { AppError } from '#platform/errors.ts'
import { createLog } from '#platform/log.ts'
import { fakeInternet, type FakeInternet, PUBLIC, serve, type TestServer } from '#test/download/internet.ts'

import { createAddressRules } from './address-rules.ts'
import { createDial } from './dial.ts'
import { createDownload, type DownloadProgress } from './index.ts'
import { startProxy } from './proxy.ts'
import { fileIn, headOf, largestIn } from './sites.ts'
import { runYtDlp } from './yt-dlp.ts'

const MEGABYTE = 1_000_000
const never = new AbortController().signal
const idOf = (digit: string) => digit.repeat(32)
const linkTo = (digit: string) => `https://rutube.ru/video/${idOf(digit)}/`

let folder: string
let certificate: Certificate
let simulator: SitesSimulator
let canary: TestServer
let internet: FakeInternet

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sites-'))
  certificate = makeCertificate(folder, HOSTS)
  canary = await serve((_request, response) => response.end('secret'))
  simulator = await startSitesSimulator(videos(), certificate)
})
afterAll(async () => {
  await Promise.all([simulator.close(), canary.close()])
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  internet = fakeInternet(certificate.file)
  for (const host of HOSTS) internet.addName(host, [PUBLIC])
  internet.addRoute(PUBLIC, 443, simulator.port)
})

function videos(): Video[] {
  const segments = cutVideo()
  const video = { title: 'Интервью: часть 1/2', durationSeconds: 6 }
  const secret = `http://127.0.0.1:${canary.port}/secret.ts`
  return [
    { ...video, id: idOf('a'), segments },
    { ...video, id: idOf('b'), trouble: 'private' },
    { ...video, id: idOf('c'), trouble: 'down' },
    { ...video, id: idOf('d'), isLive: true, segments },
    { ...video, id: idOf('e'), file: Buffer.concat([Buffer.from('\0\0\0\x20ftypisom'), Buffer.alloc(3 * MEGABYTE)]) },
    { ...video, id: idOf('f'), segments: [segments[0] ?? '', secret, 'http://169.254.169.254/latest/meta-data/'] },
    { ...video, id: idOf('1'), segments: ['file:///etc/passwd'] },
    { ...video, id: idOf('2'), segments: [Buffer.from('<html>no recording</html>'.repeat(500))] },
    { ...video, id: idOf('3'), segments: [...segments, 'https://river-1.rutube.ru/missing.ts'] },
  ]
}

/** A six-second video as HLS segments. */
function cutVideo(): Buffer[] {
  const segments = join(folder, 'segments')
  mkdirSync(segments)
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=6']
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=5:duration=6', '-g', '10', '-pix_fmt', 'yuv420p']
  const cut = ['-f', 'segment', '-segment_time', '2', '-segment_format', 'mpegts', join(segments, '%d.ts')]
  execFileSync('ffmpeg', ['-v', 'error', ...sound, ...picture, '-c:a', 'aac', ...cut])
  return readdirSync(segments).sort().map((name) => readFileSync(join(segments, name))) // prettier-ignore
}

/** How many processes have this folder in their command line. */
function processesAt(out: string): number {
  const commands = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(commandOf) // prettier-ignore
  return commands.filter((command) => command.includes(out)).length
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // it has ended
  }
}

type Changes = { limitBytes?: number; signal?: AbortSignal; onProgress?: (progress: DownloadProgress) => void }

function fetchTo(out: string, url: string, changes: Changes = {}) {
  const { limitBytes = 10 * MEGABYTE, signal = never, onProgress = () => undefined } = changes
  const config = { ports: [80, 443, canary.port], denied: [], seconds: 240, allowedPrivateHosts: [] }
  const download = createDownload(config, { internet, timeouts: { connectMs: 60_000, idleMs: 60_000 } })
  return download.fetch(url, { folder: out, limitBytes, signal, onProgress })
}

const newFolder = () => mkdtempSync(join(folder, 'out-'))
const failureOf = (fetching: Promise<unknown>) => fetching.then(() => undefined, (error: unknown) => error) // prettier-ignore

/** How a link fails; checks that no file is left. */
async function failureAt(url: string, changes: Changes = {}): Promise<unknown> {
  const out = newFolder()
  const failure = await failureOf(fetchTo(out, url, changes))
  expect(readdirSync(out)).toEqual([])
  return failure
}

describe('a link to a page of a site', () => {
  it('fetches the recording under its title, in a format browsers play', async () => {
    const reported: DownloadProgress[] = []
    const out = newFolder()

    const file = await fetchTo(out, linkTo('a'), { onProgress: (progress) => reported.push(progress) })

    expect(file).toMatchObject({ fileName: 'Интервью: часть 1 2.mp4', contentType: 'video/mp4' })
    expect(await createMedia().probe(file.path, never)).toMatchObject({ kind: 'video' })
    expect(readdirSync(out)).toEqual(['download'])
    expect(reported[0]).toMatchObject({ title: 'Интервью: часть 1/2' })
    expect(simulator.requests).toContain(`river-1.rutube.ru/hls-vod/${idOf('a')}/segment-2.ts`)
  })

  it('is reported as access denied if it is private [LINK-5]', async () => {
    expect(await failureAt(linkTo('b'))).toMatchObject({ code: 'linkAccessDenied' })
  })

  it('is retried after a server error', async () => {
    expect(await failureAt(linkTo('c'))).toMatchObject({ name: 'Error', message: 'The link did not answer' })
  })

  it('is not supported if it is a live stream [LINK-5]', async () => {
    expect(await failureAt(linkTo('d'))).toMatchObject({ code: 'linkUnsupported' })
  })

  it('is not supported if it holds no recording [LINK-5]', async () => {
    expect(await failureAt(linkTo('2'))).toMatchObject({ code: 'linkUnsupported' })
  })

  it('fails rather than giving a partial file if a segment is missing', async () => {
    expect(await failureAt(linkTo('3'))).toBeInstanceOf(AppError)
  })

  it('is not supported if yt-dlp does not know it [LINK-5]', async () => {
    expect(await failureAt(`https://bl.rutube.ru/route/${idOf('a')}.m3u8`)).toMatchObject({ code: 'linkUnsupported' })
  })

  it('is stopped if it is too big, whether its size is announced or not [LINK-5]', async () => {
    const announced = await failureAt(linkTo('e'), { limitBytes: MEGABYTE })
    const unannounced = await failureAt(linkTo('a'), { limitBytes: 50_000 })

    const fileName = 'Интервью: часть 1 2.mp4'
    expect(announced).toMatchObject({ code: 'fileTooBig', tooBig: { size: 3_000_012, fileName, fileSize: MEGABYTE } })
    expect(unannounced).toMatchObject({ code: 'fileTooBig', tooBig: { size: 50_001, fileName, fileSize: 50_000 } })
  })

  it('never reaches our network, whatever the site answers', async () => {
    expect(await failureAt(linkTo('f'))).toMatchObject({ code: 'linkFailed' })
    expect(await failureAt(linkTo('1'))).toBeInstanceOf(AppError)
    expect(canary.connections()).toBe(0)
  })

  it('stops on abort, with no process and no file left', async () => {
    const abort = new AbortController()
    const out = newFolder()
    const seen: number[] = []
    const onProgress = () => {
      seen.push(processesAt(out))
      abort.abort()
    }

    const failure = await failureOf(fetchTo(out, linkTo('a'), { signal: abort.signal, onProgress }))

    expect(failure).toMatchObject({ name: 'AbortError' })
    expect(seen[0]).toBeGreaterThan(0)
    expect(processesAt(out)).toBe(0)
    expect(readdirSync(out)).toEqual([])
  })

  it('is not supported without yt-dlp, as the log warns at start; direct links still work', async () => {
    const logged: string[] = []
    const destination = new Writable({ write: (line, _encoding, done) => done(void logged.push(String(line))) })
    const config = { ports: [80, 443], denied: [], seconds: 240, allowedPrivateHosts: [] }
    const log = createLog('warn', 'test', destination)
    const download = createDownload(config, { internet, programs: ['/usr/bin/none'], log })
    const request = { folder: newFolder(), limitBytes: 10 * MEGABYTE, signal: never, onProgress: () => undefined }

    expect(await failureOf(download.fetch(linkTo('a'), request))).toMatchObject({ code: 'linkUnsupported' })
    expect(await download.fetch(`https://river-1.rutube.ru/files/${idOf('e')}.mp4`, request)).toMatchObject({
      contentType: 'video/mp4',
    })
    expect(logged.join('')).toContain('/usr/bin/none')
  })
})

describe('yt-dlp in the sandbox', () => {
  it('reads no file of ours and reaches no network but the proxy', async () => {
    const [outDir, proxyDir] = [newFolder(), newFolder()]
    const rules = createAddressRules({ ports: [80, 443], denied: [], seconds: 240, allowedPrivateHosts: [] })
    const dial = createDial({ rules, internet, timeouts: { connectMs: 60_000, idleMs: 60_000 } })
    const path = join(proxyDir, 'proxy')
    const proxy = await startProxy({ path, dial, limitBytes: MEGABYTE, signal: never, onLimit: () => undefined })
    const run = (...args: string[]) =>
      runYtDlp({
        args: ['--ignore-config', '--enable-file-urls', ...args],
        outDir,
        outBytes: MEGABYTE,
        proxy: path,
        certificates: certificate.file,
        seconds: 240,
        signal: never,
        onLine: () => undefined,
      })

    const outcomes = [
      await run('--proxy', '', `http://127.0.0.1:${canary.port}/a.mp3`),
      await run('--proxy', '', `http://[::1]:${canary.port}/a.mp3`),
      await run('file:///etc/passwd'),
      await run(`file://${join(folder, 'key.pem')}`),
    ]
    await proxy.close()

    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1, 1])
    expect(canary.connections()).toBe(0)
    expect(readdirSync(outDir)).toEqual([])
  })
})

describe('left behind', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'left-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  describe('the files yt-dlp left behind', () => {
    it('include one complete file among partial ones', async () => {
      for (const name of ['media.mp4.part', 'media.mp4.part-Frag1', 'media.mp4.ytdl', 'media.m4a', 'other.mp4'])
        writeFileSync(join(folder, name), name)

      expect(await fileIn(folder)).toBe(join(folder, 'media.m4a'))
      expect((await headOf(join(folder, 'media.m4a'))).toString()).toBe('media.m4a')
      expect(await largestIn(folder)).toBe('media.mp4.part-Frag1'.length)
    })

    it('never include a symlink or a folder', async () => {
      symlinkSync('/etc/passwd', join(folder, 'media.mp4'))
      symlinkSync('media.mp4', join(folder, 'media.mkv'))
      mkdirSync(join(folder, 'media.mp3'))

      expect(await fileIn(folder)).toBeUndefined()
      expect(await largestIn(folder)).toBeLessThan(10_000)
    })

    it('are none in an empty folder', async () => {
      expect([await fileIn(folder), await largestIn(folder)]).toEqual([undefined, 0])
    })
  })
})
