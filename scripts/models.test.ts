import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { describeMissing, fillModel, type Folders } from './models.ts'

const content = 'weights'
const file = { name: 'a.onnx', bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
const model = { folder: 'small', licence: 'MIT', languages: 'any', files: [file] } as const

let root: string
let folders: Folders

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'models-'))
  folders = { target: join(root, 'target'), source: join(root, 'source') }
})
afterEach(() => rm(root, { recursive: true }))

describe('fillModel', () => {
  it('leaves a file that is right', async () => {
    await place('target', content)

    expect(await fillModel(model, folders)).toEqual({ copied: 0, missing: [] })
  })

  it('copies a file that is not there and leaves no partial one behind', async () => {
    await place('source', content)

    const outcome = await fillModel(model, folders)

    expect(outcome).toEqual({ copied: 1, missing: [] })
    expect(await readdir(join(folders.target, 'small'))).toEqual(['a.onnx'])
  })

  it('replaces a file of the right size with wrong content', async () => {
    await place('target', 'weightz')
    await place('source', content)

    await fillModel(model, folders)

    expect(await readFile(join(folders.target, 'small/a.onnx'), 'utf8')).toBe(content)
  })

  it('does not take a wrong file from the source', async () => {
    await place('source', 'weightz')

    const { missing } = await fillModel(model, folders)

    expect(missing).toEqual([{ path: join(folders.target, 'small/a.onnx'), file }])
  })
})

describe('describeMissing', () => {
  it('tells the place, the size and the sum of a missing file', () => {
    expect(describeMissing({ path: '/m/small/a.onnx', file })).toBe(`/m/small/a.onnx\n  7 bytes, sha256 ${file.sha256}`)
  })
})

async function place(where: keyof Folders, text: string): Promise<void> {
  await mkdir(join(folders[where], 'small'), { recursive: true })
  await writeFile(join(folders[where], 'small/a.onnx'), text)
}
