import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { HOSTS } from './rutube.ts'
import { type Certificate, makeCertificate } from './server.ts'
import { type SitesSimulator, startSitesSimulator } from './server.ts'

const ID = '0123456789abcdef0123456789abcdef'
const OTHER = 'f'.repeat(32)

let folder: string
let certificate: Certificate
let simulator: SitesSimulator

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sites-'))
  certificate = makeCertificate(folder, HOSTS)
  const segments = [Buffer.from('one'), 'http://elsewhere.example/two.ts']
  const open = { id: ID, title: 'Talk', durationSeconds: 4, segments }
  simulator = await startSitesSimulator([open, { ...open, id: OTHER, trouble: 'private' }], certificate)
})
afterAll(async () => {
  await simulator.close()
  rmSync(folder, { recursive: true })
})

describe('the simulator of Rutube', () => {
  it('leads from the API through both playlists to the segments', async () => {
    const info = JSON.parse((await ask('rutube.ru', `/api/video/${ID}/?format=json`)).body) as { title: string }
    const { body: options } = await ask('rutube.ru', `/api/play/options/${ID}/?format=json`)
    const { body: master } = await ask('bl.rutube.ru', `/route/${ID}.m3u8`)
    const { body: segments } = await ask('river-1.rutube.ru', `/hls-vod/${ID}/small.m3u8`)
    const { body: first } = await ask('river-1.rutube.ru', `/hls-vod/${ID}/segment-0.ts`)

    expect(info.title).toBe('Talk')
    expect(options).toContain(`https://bl.rutube.ru/route/${ID}.m3u8`)
    expect(master).toContain(`https://river-1.rutube.ru/hls-vod/${ID}/small.m3u8`)
    expect(segments.split('\n').filter((line) => line && !line.startsWith('#'))).toEqual([
      `/hls-vod/${ID}/segment-0.ts`,
      'http://elsewhere.example/two.ts',
    ])
    expect(first).toBe('one')
  })

  it('serves the page, refuses a private video and answers 404 to the rest', async () => {
    expect((await ask('rutube.ru', `/video/${ID}/`)).body).toContain('<title>Talk</title>')
    expect((await ask('rutube.ru', `/api/video/${OTHER}/`)).status).toBe(403)
    expect((await ask('rutube.ru', '/api/video/none/')).status).toBe(404)
  })
})

async function ask(host: string, path: string): Promise<{ status: number | undefined; body: string }> {
  const outgoing = request({
    host: '127.0.0.1',
    port: simulator.port,
    path,
    servername: host,
    headers: { host },
    ca: certificate.cert,
    agent: false,
  })
  outgoing.end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: await text(response) }
}
