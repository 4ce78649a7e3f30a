import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createDownload, type DownloadProgress } from './index.ts'
import { failureOf, type Ground, MEGABYTE, never, openGround, pour, RECORDING, TRIED_AGAIN } from './test-ground.ts'
import { PUBLIC } from './test-internet.ts'

let ground: Ground

beforeAll(async () => {
  ground = await openGround()
})
beforeEach(() => ground.reset())
afterAll(() => ground.close())

describe('a direct link', () => {
  it('brings the file, its name and what it is, and tells how far it is', async () => {
    ground.answer = (_request, response) => {
      const disposition = "attachment; filename*=UTF-8''%D0%98%D0%BD%D1%82%D0%B5%D1%80%D0%B2%D1%8C%D1%8E.flac"
      response.writeHead(200, { 'content-disposition': disposition, 'content-length': RECORDING.length }).end(RECORDING)
    }
    const told: DownloadProgress[] = []

    const file = await ground.fetch('https://files.example/a', { onProgress: (progress) => told.push(progress) })

    expect(file).toMatchObject({ fileName: 'Интервью.flac', contentType: 'audio/flac', sizeBytes: RECORDING.length })
    expect(readFileSync(file.path).equals(RECORDING)).toBe(true)
    expect(told.at(-1)).toEqual({ title: 'Интервью.flac', bytes: RECORDING.length, totalBytes: RECORDING.length })
  })

  it('asks with no cookie and no secret, and takes nothing packed', async () => {
    ground.answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', 'set-cookie': 'a=1' }).end(gzipSync(RECORDING))

    expect(await ground.codeOf('http://files.example/a.flac')).toBe('linkUnsupported')
    expect(ground.asked[0]?.headers['accept-encoding']).toBe('identity')
    expect(Object.keys(ground.asked[0]?.headers ?? {}).sort()).toEqual([
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
    ['a list of ffmpeg', 'ffconcat version 1.0\nfile /etc/passwd\n'],
    ['a picture', '\x89PNG\r\n\x1a\n'],
  ])('to %s is not supported, whatever it is called [LINK-5]', async (_what, body) => {
    ground.answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(body, 'latin1')
    const out = ground.newFolder()

    const failure = await failureOf(ground.fetchTo(out, 'http://files.example/song.mp3'))

    expect(failure).toMatchObject({ code: 'linkUnsupported', message: 'Link is unsupported' })
    expect(readdirSync(out)).toEqual([])
  })

  it.each([401, 403, 451])('that answers %i is not open to us [LINK-5]', async (status) => {
    ground.answer = (_request, response) => response.writeHead(status).end('no')

    expect(await failureOf(ground.fetch('http://files.example/'))).toMatchObject({
      code: 'linkAccessDenied',
      message: 'No access to the link',
    })
  })

  it.each([404, 410, 418])('that answers %i cannot be downloaded', async (status) => {
    ground.answer = (_request, response) => response.writeHead(status).end('no')

    expect(await ground.codeOf('http://files.example/')).toBe('linkFailed')
  })

  it.each([429, 500, 503])('that answers %i is tried again', async (status) => {
    ground.answer = (_request, response) => response.writeHead(status).end('no')

    expect(await failureOf(ground.fetch('http://files.example/'))).toMatchObject(TRIED_AGAIN)
  })

  it('is tried again when the line is cut, and leaves nothing behind', async () => {
    ground.answer = (request, response) => {
      response.writeHead(200, { 'content-length': RECORDING.length }).write(RECORDING.subarray(0, 100_000))
      setImmediate(() => request.socket.destroy())
    }
    const out = ground.newFolder()

    expect(await failureOf(ground.fetchTo(out, 'http://files.example/'))).toMatchObject(TRIED_AGAIN)
    expect(readdirSync(out)).toEqual([])
  })

  it('to a certificate that is not trusted, or to no name at all, cannot be downloaded', async () => {
    ground.internet.name('other.example', [PUBLIC])

    expect(await ground.codeOf('https://other.example/')).toBe('linkFailed')
    expect(await ground.codeOf('https://nowhere.example/')).toBe('linkFailed')
    expect(ground.asked).toEqual([])
  })
})

const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1']
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=5:duration=1']

describe('what comes is known by its bytes', () => {
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
    const path = join(ground.newFolder(), name)
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, path])
    ground.answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(readFileSync(path))

    expect(await ground.fetch(`http://files.example/${name}`)).toMatchObject({ fileName: name, contentType })
  })
})

describe('the limit of bytes', () => {
  it('stops a stream without a length, and leaves nothing behind [LINK-5]', async () => {
    const closed = new Promise((done) => {
      ground.answer = (_request, response) => pour(response.once('close', done))
    })
    const out = ground.newFolder()

    const failure = await failureOf(ground.fetchTo(out, 'http://files.example/endless.flac', { limitBytes: MEGABYTE }))

    expect(failure).toMatchObject({
      code: 'fileTooBig',
      tooBig: { size: MEGABYTE + 1, fileName: 'endless.flac', fileSize: MEGABYTE },
    })
    expect(readdirSync(out)).toEqual([])
    await closed
  })

  it('refuses by an announced length before the bytes have come', async () => {
    ground.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 50 * MEGABYTE }).write(RECORDING.subarray(0, 5000))
    }

    expect(await failureOf(ground.fetch('http://files.example/big.flac'))).toMatchObject({
      tooBig: { size: 50 * MEGABYTE, fileName: 'big.flac', fileSize: 10 * MEGABYTE },
    })
  })

  it('takes no more than was announced from who sends more', async () => {
    ground.answer = (_request, response) => {
      response.socket?.end(`HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n${RECORDING.toString('latin1')}`, 'latin1')
    }

    expect((await ground.fetch('http://files.example/a.flac')).sizeBytes).toBe(5000)
  })

  it('lets a file of exactly the limit pass', async () => {
    expect((await ground.fetch('http://files.example/a.flac', { limitBytes: RECORDING.length })).sizeBytes).toBe(
      RECORDING.length,
    )
    expect(await ground.codeOf('http://files.example/a.flac', { limitBytes: RECORDING.length - 1 })).toBe('fileTooBig')
  })
})

describe('the limits of time', () => {
  it('end a server that says nothing, or nothing more, or makes no TLS', async () => {
    const silences: RequestListener[] = [
      () => undefined,
      (_request, response) => void response.write(RECORDING.subarray(0, 5000)),
      (_request, response) => void response.socket?.write('HTTP/1.1 200 OK\r\nx-'),
    ]
    for (const silence of silences) {
      ground.answer = silence
      expect(await failureOf(ground.fetch('http://files.example/'))).toMatchObject(TRIED_AGAIN)
    }
    const mute = createServer().listen(0)
    await once(mute, 'listening')
    ground.internet.lead(PUBLIC, 443, (mute.address() as AddressInfo).port)

    expect(await failureOf(ground.fetch('https://files.example/'))).toMatchObject(TRIED_AGAIN)
    expect(ground.asked).toHaveLength(3)
    mute.close()
  })

  it('end a server that sends a byte now and then, for good', async () => {
    ground.answer = (_request, response) => {
      response.write(RECORDING.subarray(0, 5000))
      const timer = setInterval(() => response.write('x'), 20)
      response.once('close', () => clearInterval(timer))
    }
    const out = ground.newFolder()

    expect(await failureOf(ground.fetchTo(out, 'http://files.example/', { seconds: 0.5 }))).toMatchObject({
      code: 'linkFailed',
    })
    expect(readdirSync(out)).toEqual([])
  })

  it('come second to who calls it off: the part that came is removed', async () => {
    const abort = new AbortController()
    ground.answer = (_request, response) => pour(response)
    const out = ground.newFolder()
    const partly: string[][] = []
    const onProgress = () => {
      partly.push(readdirSync(out))
      abort.abort()
    }

    const failure = await failureOf(ground.fetchTo(out, 'http://files.example/', { signal: abort.signal, onProgress }))

    expect(failure).toMatchObject({ name: 'AbortError' })
    expect(partly[0]).toHaveLength(1)
    expect(readdirSync(out)).toEqual([])
  })

  it('are those of the house too: what runs when it closes ends', async () => {
    const config = { ports: [80, 443], denied: [], seconds: 20, allowedPrivateHosts: [] }
    const download = createDownload(config, { internet: ground.internet, programs: ['/none'] })
    const begun = new Promise<void>((done) => {
      ground.answer = (_request, response) => {
        pour(response)
        done()
      }
    })
    const wish = { folder: ground.newFolder(), limitBytes: 1e12, signal: never, onProgress: () => undefined }
    const fetching = failureOf(download.fetch('http://files.example/', wish))
    await begun

    await download.close()

    expect(await fetching).toMatchObject({ name: 'Error', message: 'The worker stops' })
    expect(readdirSync(wish.folder)).toEqual([])
  })
})
