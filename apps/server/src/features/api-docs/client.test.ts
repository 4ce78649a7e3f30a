import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { type Client, createClient, type Progress } from '@doslovno/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { brokenMedia } from '#test/recordings/media.ts'
import { readScript } from '#test/recordings/pipeline.ts'
import { recording } from '#test/recordings/recordings.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { startWorkerHere, type WorkerHere } from '#test/worker.ts'

const run = promisify(execFile)
const packageFolder = resolve(import.meta.dirname, '../../../../../packages/client')

let test: TestApp
let url: string
let worker: WorkerHere
let owner: Caller
let apiKey: string
let client: Client
let folder: string
let speech: Buffer

beforeAll(async () => {
  test = await createTestApp()
  url = await test.app.listen({ host: '127.0.0.1', port: 0 })
  worker = await startWorkerHere(test.config, { SPEECH_DIARISERS: '1' })
  owner = await test.signIn()
  const reply = await owner.call({ method: 'POST', url: '/api/account/generate-api-key', payload: {} })
  ;({ apiKey } = reply.json<{ apiKey: string }>())
  client = createClient({ apiKey, baseUrl: url })
  folder = await mkdtemp(join(tmpdir(), 'doslovno-client-'))
  speech = await readFile(recording('voxforge_ru/ru_0032.wav'))
})
afterAll(async () => {
  await worker.stop()
  await test.close()
  await rm(folder, { recursive: true })
})

const fileOf = (content: Buffer, name: string) => new File([Uint8Array.from(content)], name, { type: 'audio/wav' })

describe('the package', () => {
  it('runs the example of its README in plain JavaScript, packed and installed without a network', async () => {
    const readme = await readFile(join(packageFolder, 'README.md'), 'utf8')
    const example = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
    await run('pnpm', ['pack', '--pack-destination', folder], { cwd: packageFolder })
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    await run('pnpm', ['add', '--offline', '--ignore-workspace', './doslovno-client-0.2.0.tgz'], { cwd: folder })
    await writeFile(join(folder, 'interview.wav'), speech)
    await writeFile(join(folder, 'example.js'), example)

    const env = { PATH: process.env.PATH, DOSLOVNO_API_KEY: apiKey, DOSLOVNO_URL: url }
    const { stdout, stderr } = await run(process.execPath, ['example.js'], { cwd: folder, env })

    const [script] = (await client.listScripts()).data
    const { script: segments } = await readScript(owner, script?.id ?? '')
    expect(stdout).toBe(segments.map(({ start, text }) => `${start.toFixed(1)} [0] ${text}\n`).join(''))
    expect(segments.length).toBeGreaterThan(0)
    expect(stderr).toMatch(/^upload 0\nupload 100\n/)
    expect(stderr.trim()).toMatch(/ 100$/)
  })

  it('holds what it needs and nothing else', async () => {
    const { stdout } = await run('pnpm', ['pack', '--json', '--pack-destination', folder], { cwd: packageFolder })
    const packed = JSON.parse(
      await readFile(join(folder, 'node_modules/@doslovno/client/package.json'), 'utf8'),
    ) as object

    const { files } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { files: { path: string }[] }
    const paths = files.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts']))
    expect(paths.filter((path) => /test|\.ts$/.test(path) && !path.endsWith('.d.ts'))).toEqual([])
    expect(packed).not.toHaveProperty('dependencies')
    expect(packed).toMatchObject({ exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } } })
  })
})

describe('its types', () => {
  it('describe the input and the reply of every call to TypeScript', async () => {
    const program = `import { createClient, type Script } from '@doslovno/client'
      const client = createClient({ apiKey: 'key' })
      export const script: Script = await client.getScript({ id: 'id' })
      await client.listScripts()
      // @ts-expect-error: the id is missing
      await client.getScript()
      // @ts-expect-error: no such language
      await client.processScript({ id: 'id', language: 'xx' })
      // @ts-expect-error: a name is no number
      export const wrong: number = script.fileName`
    await writeFile(join(folder, 'program.ts'), program)
    const tsc = resolve(packageFolder, '../../node_modules/.bin/tsc')
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,dom']

    const { stdout } = await run(tsc, [...options, 'program.ts'], { cwd: folder })

    expect(stdout).toBe('')
  })
})

describe('a transcription', () => {
  it('sends a large file in parts straight to storage', async () => {
    const seen: Progress[] = []
    const large = fileOf(padded(speech, 20_000_000), 'large.wav')

    const script = await client.transcribe(large, { language: 'ru', onProgress: (one) => seen.push(one) })

    expect(script).toMatchObject({ fileName: 'large.wav', fileSize: large.size, status: 'complete' })
    expect(script.script.length).toBeGreaterThan(0)
    expect(seen.filter(({ stage }) => stage === 'upload').map(({ progress }) => progress)).toEqual(
      expect.arrayContaining([0, 100]),
    )
    expect(await client.listUploads()).toEqual({ data: [] })
  })

  it('ends with the reason for a broken file', async () => {
    const broken = fileOf(brokenMedia(), 'broken.mp3')

    await expect(client.transcribe(broken)).rejects.toMatchObject({ code: 'mediaBroken' })
  })

  it('can be stopped by a signal, and the file stays', async () => {
    const stop = new AbortController()
    const onProgress = ({ stage }: Progress) => stage !== 'upload' && stop.abort(new Error('Enough'))

    const stopped = client.transcribe(fileOf(speech, 'stopped.wav'), { onProgress, signal: stop.signal })

    await expect(stopped).rejects.toThrow('Enough')
    const names: string[] = []
    for await (const { fileName } of client.iterate('listScripts', { pageSize: 1 })) names.push(fileName)
    expect(names).toContain('stopped.wav')
  })
})

describe('a creating call', () => {
  it('whose reply was lost is repeated and creates nothing twice', async () => {
    let lost = 0
    const lossy: typeof fetch = async (...request) => {
      const reply = await fetch(...request)
      if (lost++ === 0) throw new TypeError('The connection was lost')
      return reply
    }
    const careful = createClient({ apiKey, baseUrl: url, fetch: lossy })
    const before = (await client.listUploads()).data.length

    const { upload } = await careful.createUpload({ fileName: 'a.wav', contentType: 'audio/wav', size: 1000 })

    const { data } = await client.listUploads()
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([upload.id]))
    expect(data.length).toBe(before + 1)
  })
})

/** The same recording in a longer file: a chunk that players skip. */
function padded(wav: Buffer, bytes: number): Buffer {
  const chunk = Buffer.alloc(8 + bytes)
  chunk.write('JUNK', 0)
  chunk.writeUInt32LE(bytes, 4)
  const whole = Buffer.concat([wav, chunk])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}
