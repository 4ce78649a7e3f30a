import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { PUBLIC } from '#test/download/internet.ts'
import {
  failureOf,
  MEGABYTE,
  never,
  openTestSite,
  pour,
  RECORDING,
  RETRYABLE,
  type TestSite,
} from '#test/download/site.ts'

import { fileNameOf } from './direct.ts'
import { createDownload, type DownloadProgress } from './index.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.close())

describe('a direct link', () => {
  it('fetches the file, its name and its type, and reports progress', async () => {
    site.answer = (_request, response) => {
      const disposition = "attachment; filename*=UTF-8''%D0%98%D0%BD%D1%82%D0%B5%D1%80%D0%B2%D1%8C%D1%8E.flac"
      response.writeHead(200, { 'content-disposition': disposition, 'content-length': RECORDING.length }).end(RECORDING)
    }
    const reported: DownloadProgress[] = []

    const file = await site.fetch('https://files.example/a', { onProgress: (progress) => reported.push(progress) })

    expect(file).toMatchObject({ fileName: 'Интервью.flac', contentType: 'audio/flac', sizeBytes: RECORDING.length })
    expect(readFileSync(file.path).equals(RECORDING)).toBe(true)
    expect(reported.at(-1)).toEqual({ title: 'Интервью.flac', bytes: RECORDING.length, totalBytes: RECORDING.length })
  })

  it('sends no cookie and no secret, and refuses a compressed body', async () => {
    site.answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', 'set-cookie': 'a=1' }).end(gzipSync(RECORDING))

    expect(await site.codeOf('http://files.example/a.flac')).toBe('linkUnsupported')
    expect(site.requests[0]?.headers['accept-encoding']).toBe('identity')
    expect(Object.keys(site.requests[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
  })

  it.each([
    ['a page', '<!doctype html><p>Hello</p>'.repeat(1000)],
    ['a short page', '<p>Hello</p>'],
    ['nothing', ''],
    ['a playlist', '#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1/secret.ts\n'],
    ['an ffmpeg playlist', 'ffconcat version 1.0\nfile /etc/passwd\n'],
    ['a picture', '\x89PNG\r\n\x1a\n'],
  ])('is not supported if it leads to %s, whatever its name [LINK-5]', async (_name, body) => {
    site.answer = (_request, response) => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(body, 'latin1')
    const out = site.newFolder()

    const failure = await failureOf(site.fetchTo(out, 'http://files.example/song.mp3'))

    expect(failure).toMatchObject({ code: 'linkUnsupported', message: 'Link is unsupported' })
    expect(readdirSync(out)).toEqual([])
  })

  it.each([401, 403, 451])('is reported as access denied for an answer of %i [LINK-5]', async (status) => {
    site.answer = (_request, response) => response.writeHead(status).end('no')

    expect(await failureOf(site.fetch('http://files.example/'))).toMatchObject({
      code: 'linkAccessDenied',
      message: 'No access to the link',
    })
  })

  it.each([404, 410, 418])('cannot be downloaded for an answer of %i', async (status) => {
    site.answer = (_request, response) => response.writeHead(status).end('no')

    expect(await site.codeOf('http://files.example/')).toBe('linkFailed')
  })

  it.each([429, 500, 503])('is retried for an answer of %i', async (status) => {
    site.answer = (_request, response) => response.writeHead(status).end('no')

    expect(await failureOf(site.fetch('http://files.example/'))).toMatchObject(RETRYABLE)
  })

  it('is retried after a cut connection, and leaves no file', async () => {
    site.answer = (request, response) => {
      response.writeHead(200, { 'content-length': RECORDING.length }).write(RECORDING.subarray(0, 100_000))
      setImmediate(() => request.socket.destroy())
    }
    const out = site.newFolder()

    expect(await failureOf(site.fetchTo(out, 'http://files.example/'))).toMatchObject(RETRYABLE)
    expect(readdirSync(out)).toEqual([])
  })

  it('cannot be downloaded from an untrusted certificate or a missing host', async () => {
    site.internet.addName('other.example', [PUBLIC])

    expect(await site.codeOf('https://other.example/')).toBe('linkFailed')
    expect(await site.codeOf('https://nowhere.example/')).toBe('linkFailed')
    expect(site.requests).toEqual([])
  })
})

const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1']
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=5:duration=1']

describe('the content type of a download is found by its bytes', () => {
  it.each([
    ['voice.m4a', 'audio/mp4', TONE],
    ['film.mp4', 'video/mp4', [...PICTURE, ...TONE]],
    ['film.mov', 'video/quicktime', [...PICTURE, ...TONE]],
    ['phone.3gp', 'video/3gpp', [...PICTURE, ...TONE, '-c:v', 'mpeg4', '-c:a', 'aac']],
    ['film.mkv', 'video/x-matroska', [...PICTURE, ...TONE]],
    ['film.webm', 'video/webm', [...PICTURE, ...TONE]],
    ['tagged.mp3', 'audio/mpeg', [...TONE, '-metadata', 'title=x']],
    ['bare.mp3', 'audio/mpeg', [...TONE, '-write_xing', '0', '-id3v2_version', '0']],
    ['slow.mp3', 'audio/mpeg', [...TONE, '-ar', '22050', '-b:a', '48k', '-write_xing', '0', '-id3v2_version', '0']],
    ['slower.mp3', 'audio/mpeg', [...TONE, '-ar', '8000', '-b:a', '16k', '-write_xing', '0', '-id3v2_version', '0']],
    ['older.mp2', 'audio/mpeg', TONE],
    ['talk.wav', 'audio/wav', TONE],
    ['long.wav', 'audio/wav', [...TONE, '-rf64', 'always']],
    ['talk.w64', 'audio/x-w64', TONE],
    ['film.avi', 'video/x-msvideo', [...PICTURE, ...TONE]],
    ['talk.flac', 'audio/flac', TONE],
    ['talk.ogg', 'audio/ogg', [...TONE, '-c:a', 'libvorbis']],
    ['message.opus', 'audio/ogg', [...TONE, '-c:a', 'libopus']],
    ['bare.aac', 'audio/aac', TONE],
    ['talk.wma', 'video/x-ms-asf', TONE],
    ['talk.aiff', 'audio/aiff', TONE],
    ['talk.caf', 'audio/x-caf', TONE],
    ['talk.au', 'audio/basic', TONE],
    ['film.flv', 'video/x-flv', [...PICTURE, ...TONE, '-ar', '44100']],
    ['film.ts', 'video/mp2t', [...PICTURE, ...TONE]],
    ['film.m2ts', 'video/mp2t', [...PICTURE, ...TONE]],
    ['film.mpg', 'video/mpeg', [...PICTURE, ...TONE, '-r', '25', '-c:a', 'mp2']],
  ])('%s', async (name, contentType, args) => {
    const path = join(site.newFolder(), name)
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, path])
    site.answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(readFileSync(path))

    expect(await site.fetch(`http://files.example/${name}`)).toMatchObject({ fileName: name, contentType })
  })
})

describe('the byte limit', () => {
  it('stops a stream of unknown length, and leaves no file [LINK-5]', async () => {
    const closed = new Promise((done) => {
      site.answer = (_request, response) => pour(response.once('close', done))
    })
    const out = site.newFolder()

    const failure = await failureOf(site.fetchTo(out, 'http://files.example/endless.flac', { limitBytes: MEGABYTE }))

    expect(failure).toMatchObject({
      code: 'fileTooBig',
      tooBig: { size: MEGABYTE + 1, fileName: 'endless.flac', fileSize: MEGABYTE },
    })
    expect(readdirSync(out)).toEqual([])
    await closed
  })

  it('refuses an announced length before the body arrives', async () => {
    site.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 50 * MEGABYTE }).write(RECORDING.subarray(0, 5000))
    }

    expect(await failureOf(site.fetch('http://files.example/big.flac'))).toMatchObject({
      tooBig: { size: 50 * MEGABYTE, fileName: 'big.flac', fileSize: 10 * MEGABYTE },
    })
  })

  it('reads no more than the announced length', async () => {
    site.answer = (_request, response) => {
      response.socket?.end(`HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n${RECORDING.toString('latin1')}`, 'latin1')
    }

    expect((await site.fetch('http://files.example/a.flac')).sizeBytes).toBe(5000)
  })

  it('accepts a file of exactly the limit', async () => {
    expect((await site.fetch('http://files.example/a.flac', { limitBytes: RECORDING.length })).sizeBytes).toBe(
      RECORDING.length,
    )
    expect(await site.codeOf('http://files.example/a.flac', { limitBytes: RECORDING.length - 1 })).toBe('fileTooBig')
  })
})

describe('a download ends', () => {
  it('when the server is silent, stalls or never finishes the TLS handshake', async () => {
    const timeouts = { connectMs: 1000, idleMs: 300 }
    const silences: RequestListener[] = [
      () => undefined,
      (_request, response) => void response.write(RECORDING.subarray(0, 5000)),
      (_request, response) => void response.socket?.write('HTTP/1.1 200 OK\r\nx-'),
    ]
    for (const silence of silences) {
      site.answer = silence
      expect(await failureOf(site.fetch('http://files.example/', { timeouts }))).toMatchObject(RETRYABLE)
    }
    const mute = createServer().listen(0)
    await once(mute, 'listening')
    site.internet.addRoute(PUBLIC, 443, (mute.address() as AddressInfo).port)

    expect(await failureOf(site.fetch('https://files.example/', { timeouts }))).toMatchObject(RETRYABLE)
    expect(site.requests).toHaveLength(3)
    mute.close()
  })

  it('even when the server keeps trickling bytes past the timeout', async () => {
    site.answer = (_request, response) => {
      response.write(RECORDING.subarray(0, 5000))
      const timer = setInterval(() => response.write('x'), 20)
      response.once('close', () => clearInterval(timer))
    }
    const out = site.newFolder()

    expect(await failureOf(site.fetchTo(out, 'http://files.example/', { seconds: 0.5 }))).toMatchObject({
      code: 'linkFailed',
    })
    expect(readdirSync(out)).toEqual([])
  })

  it('as soon as it is aborted, and removes the partial file', async () => {
    const abort = new AbortController()
    site.answer = (_request, response) => pour(response)
    const out = site.newFolder()
    const partial: string[][] = []
    const onProgress = () => {
      partial.push(readdirSync(out))
      abort.abort()
    }

    const failure = await failureOf(site.fetchTo(out, 'http://files.example/', { signal: abort.signal, onProgress }))

    expect(failure).toMatchObject({ name: 'AbortError' })
    expect(partial[0]).toHaveLength(1)
    expect(readdirSync(out)).toEqual([])
  })

  it('when the adapter closes', async () => {
    const config = { ports: [80, 443], denied: [], seconds: 20, allowedPrivateHosts: [] }
    const download = createDownload(config, { internet: site.internet, programs: ['/none'] })
    const started = new Promise<void>((done) => {
      site.answer = (_request, response) => {
        pour(response)
        done()
      }
    })
    const request = { folder: site.newFolder(), limitBytes: 1e12, signal: never, onProgress: () => undefined }
    const fetching = failureOf(download.fetch('http://files.example/', request))
    await started

    await download.close()

    expect(await fetching).toMatchObject({ name: 'Error', message: 'The worker is shutting down' })
    expect(readdirSync(request.folder)).toEqual([])
  })
})

const url = new URL('https://example.ru/files/%D0%B7%D0%B0%D0%BF%D0%B8%D1%81%D1%8C.mp3?key=1')
/** Node gives a header's bytes as one character each. */
const raw = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

describe('the file name of a link', () => {
  it.each([
    ['in the extended form', "attachment; filename=\"file.mp3\"; filename*=UTF-8''%D0%98%D0%BD%D1%82%D0%B5%D1%80%D0%B2%D1%8C%D1%8E.mp3", 'Интервью.mp3'],
    ['in an old charset', "attachment; filename*=windows-1251''%C8%ED%F2%E5%F0%E2%FC%FE.mp3", 'Интервью.mp3'],
    ['in quotes', 'attachment; filename="a \\"quoted\\"; name.mp3"', 'a "quoted"; name.mp3'],
    ['bare', 'attachment; filename=talk.mp3 ; size=10', 'talk.mp3'],
    ['as plain bytes', raw('attachment; filename="Интервью.mp3"'), 'Интервью.mp3'],
    ['percent-encoded without declaring it', 'attachment; filename="%D0%98%D0%BD%D1%82%D0%B5%D1%80%D0%B2%D1%8C%D1%8E.mp3"', 'Интервью.mp3'],
    ['with a literal percent sign', 'attachment; filename="100%.mp3"', '100%.mp3'],
    ['with a path, which is dropped', 'attachment; filename="../../etc/passwd"', 'passwd'],
    ['in an unknown charset, which is ignored', "attachment; filename*=x-none''%FF; filename=plain.mp3", 'plain.mp3'],
  ])('is the one the server sends, %s', (_how, disposition, name) => {
    expect(fileNameOf(disposition, url)).toBe(name)
  }) // prettier-ignore

  it('falls back to the last path segment, then to the host', () => {
    expect(fileNameOf(undefined, url)).toBe('запись.mp3')
    expect(fileNameOf('inline', url)).toBe('запись.mp3')
    expect(fileNameOf(undefined, new URL('https://example.ru/'))).toBe('example.ru')
    expect(fileNameOf(undefined, new URL('https://example.ru/%FF/'))).toBe('%FF')
  })
})
