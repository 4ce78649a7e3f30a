import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { chosenModels, describeMissing, fillModel, type Locations } from './main.ts'

const content = 'weights'
const file = { name: 'a.onnx', bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
const model = {
  kind: 'denoiser',
  folder: 'small',
  licence: 'MIT',
  source: 'here',
  languages: 'any',
  files: [file],
} as const

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

    expect(await fillModel(model, locations)).toEqual({ copied: 0, fetched: 0, missing: [] })
  })

  it('copies a missing file and leaves no partial one', async () => {
    await place('source', content)

    const outcome = await fillModel(model, locations)

    expect(outcome).toEqual({ copied: 1, fetched: 0, missing: [] })
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

    const { missing } = await fillModel(model, locations)

    const reason = 'not published in this form: place it by hand, or set MODELS_URL to a mirror'
    expect(missing).toEqual([{ path: join(locations.target, 'small/a.onnx'), file, reason }])
  })

  it('fetches a file from a mirror', async () => {
    const mirror = await serve('/small/a.onnx')

    expect(await fillModel(model, { ...locations, mirror })).toEqual({ copied: 0, fetched: 1, missing: [] })

    expect(await readFile(join(locations.target, 'small/a.onnx'), 'utf8')).toBe(content)
  })

  it('accepts a file without a catalogue checksum only once the operator has pinned one', async () => {
    const mirror = await serve('/small/a.onnx')
    const unknown = { ...model, files: [{ ...file, sha256: null }] }

    const before = await fillModel(unknown, { ...locations, mirror })
    await writeFile(join(locations.target, 'pins.json'), JSON.stringify({ 'small/a.onnx': file.sha256 }))
    const after = await fillModel(unknown, { ...locations, mirror })

    expect(before.missing[0]?.reason).toContain(`"small/a.onnx": "${file.sha256}"`)
    expect(after).toEqual({ copied: 0, fetched: 1, missing: [] })
  })
})

describe('describeMissing', () => {
  it('gives the path, the size and the checksum of a missing file', () => {
    expect(describeMissing({ path: '/m/small/a.onnx', file, reason: 'gone' })).toBe(
      `/m/small/a.onnx\n  7 bytes, sha256 ${file.sha256}\n  gone`,
    )
  })
})

describe('chosenModels', () => {
  it('are the required models by default, or the named ones', () => {
    expect(chosenModels([])).toEqual([
      'whisper-tiny',
      'whisper-base',
      'silero-vad',
      'pyannote-segmentation',
      'speaker-xvector',
      'gtcrn',
    ])
    expect(chosenModels(['gigaam-v3'])).toEqual(['gigaam-v3'])
    expect(() => chosenModels(['gpt'])).toThrow(/^No model gpt; there are whisper-tiny, /)
  })
})

/** A server with one file. */
async function serve(path: string): Promise<string> {
  server = createServer((request, response) =>
    request.url === path ? response.end(content) : response.writeHead(404).end(),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function place(where: 'target' | 'source', text: string): Promise<void> {
  await mkdir(join(locations[where], 'small'), { recursive: true })
  await writeFile(join(locations[where], 'small/a.onnx'), text)
}
