import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Model } from '@doslovno/server/adapters/speech/catalogue.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { fillModel, type Locations, type Placed } from './fill.ts'
import { addGtcrnMetadata } from './gtcrn.ts'

const content = 'weights'
const fileOf = (name: string) => ({
  name,
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
})
const file = fileOf('a.onnx')
const model = {
  kind: 'denoiser',
  folder: 'small',
  licence: 'MIT',
  source: 'here',
  languages: 'any',
  files: [file],
} as const

/** The origin's size and checksum are those of the archive that `servePackage` packs. */
const built = {
  ...model,
  files: [fileOf('LICENSE'), fileOf('silero_vad.onnx')],
  origin: {
    converter: 'silero',
    package: { name: '@one/vad', version: '1.0.0', bytes: 0, integrity: '' },
    folder: 'package',
  },
} satisfies Model

let server: Server | undefined
let root: string
let locations: Locations

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'models-'))
  locations = { target: join(root, 'target'), source: join(root, 'source') }
})
afterEach(async () => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
  await rm(root, { recursive: true })
})

describe('fillModel', () => {
  it('leaves an intact file alone', async () => {
    await place('target', content)

    expect(results(await fillModel(model, locations))).toEqual(['intact'])
  })

  it('copies a missing file and leaves no partial one', async () => {
    await place('source', content)

    const placed = await fillModel(model, locations)

    expect(results(placed)).toEqual(['copied'])
    expect(await readdir(join(locations.target, 'small'))).toEqual(['a.onnx'])
  })

  it('replaces a file of the right size with wrong content', async () => {
    await place('target', 'weightz')
    await place('source', content)

    await fillModel(model, locations)

    expect(await readFile(join(locations.target, 'small/a.onnx'), 'utf8')).toBe(content)
  })

  it('does not copy a damaged file', async () => {
    await place('source', 'weightz')

    const placed = await fillModel(model, locations)

    const reason = 'not published in this form: place it by hand, or set MODELS_URL to a mirror'
    expect(placed).toMatchObject([{ path: join(locations.target, 'small/a.onnx'), file, result: 'missing', reason }])
  })

  it('fetches a file from a mirror', async () => {
    const mirror = await serve('/small/a.onnx')

    expect(results(await fillModel(model, { ...locations, mirror }))).toEqual(['fetched'])

    expect(await readFile(join(locations.target, 'small/a.onnx'), 'utf8')).toBe(content)
  })

  it('accepts a file without a catalogue checksum only once the operator has pinned one', async () => {
    const mirror = await serve('/small/a.onnx')
    const unknown = { ...model, files: [{ ...file, sha256: null }] }

    const before = await fillModel(unknown, { ...locations, mirror })
    await writeFile(join(locations.target, 'pins.json'), JSON.stringify({ 'small/a.onnx': file.sha256 }))
    const after = await fillModel(unknown, { ...locations, mirror })

    expect(reasons(before)).toEqual([expect.stringContaining(`"small/a.onnx": "${file.sha256}"`)])
    expect(results(after)).toEqual(['fetched'])
  })
})

describe('a model with an origin', () => {
  it('is built from the package of its registry, and leaves no download', async () => {
    const registry = await servePackage()

    const placed = await fillModel(built, { ...locations, registry })

    expect(results(placed)).toEqual(['built', 'built'])
    expect(await readdir(join(locations.target, 'small'))).toEqual(['LICENSE', 'silero_vad.onnx'])
  })

  it('is built from a published file', async () => {
    const url = `${await serve('/published.onnx')}published.onnx`
    const { 'gtcrn_simple.onnx': made = Buffer.of() } = await addGtcrnMetadata(async () => Buffer.from(content))
    const sha256 = createHash('sha256').update(made).digest('hex')
    const origin = { converter: 'gtcrn', file: { ...fileOf('gtcrn_simple.onnx'), url } } as const

    const placed = await fillModel(
      { ...model, files: [{ name: 'gtcrn_simple.onnx', bytes: made.length, sha256 }], origin },
      locations,
    )

    expect(results(placed)).toEqual(['built'])
  })

  it('is not built if the checksum of the package is wrong', async () => {
    const registry = await servePackage()
    const other = {
      ...built,
      origin: { ...built.origin, package: { ...built.origin.package, integrity: 'sha512-AA==' } },
    }

    const placed = await fillModel(other, { ...locations, registry })

    expect(reasons(placed)).toEqual(Array(2).fill(expect.stringMatching(/^integrity is sha512-.+==, not sha512-AA==$/)))
  })

  it('is reported with the reason if its package lacks the folder', async () => {
    const registry = await servePackage()
    const other = { ...built, origin: { ...built.origin, folder: 'package/models' } }

    expect(reasons(await fillModel(other, { ...locations, registry }))).toEqual(
      Array(2).fill(expect.stringContaining('Not found in archive')),
    )
  })

  it('is not kept if the converter writes other bytes', async () => {
    const registry = await servePackage()
    const other = { ...built, files: [{ ...fileOf('LICENSE'), sha256: 'f'.repeat(64) }] }

    expect(reasons(await fillModel(other, { ...locations, registry }))).toEqual([
      'the converter wrote a different file',
    ])
  })

  it('is not built beside a mirror', async () => {
    const mirror = await serve('/small/LICENSE')

    const placed = await fillModel(built, { ...locations, mirror, registry: 'http://127.0.0.1:9' })

    expect(reasons(placed)).toEqual([undefined, `${mirror}small/silero_vad.onnx answered 404`])
  })
})

const results = (placed: readonly Placed[]) => placed.map(({ result }) => result)
const reasons = (placed: readonly Placed[]) => placed.map((one) => (one.result === 'missing' ? one.reason : undefined))

/** A registry with one package. */
async function servePackage(): Promise<string> {
  await mkdir(join(root, 'package/weights'), { recursive: true })
  await writeFile(join(root, 'package/LICENSE'), content)
  await writeFile(join(root, 'package/weights/silero_vad.onnx'), content)
  const archive = execFileSync('tar', ['-cz', '-C', root, 'package'])
  built.origin.package.bytes = archive.length
  built.origin.package.integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
  return serve('/@one/vad/-/vad-1.0.0.tgz', archive)
}

/** A server with one file. */
async function serve(path: string, body: string | Buffer = content): Promise<string> {
  server = createServer((request, response) =>
    request.url === path ? response.end(body) : response.writeHead(404).end(),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function place(where: 'target' | 'source', text: string): Promise<void> {
  await mkdir(join(locations[where], 'small'), { recursive: true })
  await writeFile(join(locations[where], 'small/a.onnx'), text)
}
