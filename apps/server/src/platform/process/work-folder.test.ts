import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { sweepWorkFolders, withWorkFolder } from './work-folder.ts'

const MODULE = join(import.meta.dirname, 'work-folder.ts')

let dir: string
let children: ChildProcess[]

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sweep-'))
  children = []
})
afterEach(async () => {
  for (const child of children) await end(child)
  await rm(dir, { recursive: true })
})

/** Works in a folder until it is killed; `inContainer`: as the first process of a pid namespace of its own. */
async function startWorking({ inContainer = false } = {}) {
  const script = `
    const { withWorkFolder } = await import(${JSON.stringify(MODULE)})
    await withWorkFolder(${JSON.stringify(dir)}, async (folder) => {
      console.log(JSON.stringify({ pid: process.pid, folder }))
      await new Promise((done) => setTimeout(done, 600_000))
    })`
  const node = [process.execPath, '--input-type=module', '--eval', script]
  const container = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--']
  const [command = '', ...args] = inContainer ? [...container, ...node] : node
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, ...(JSON.parse(line) as { pid: number; folder: string }) }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'close') // every process that has its output is gone
}

it('sweeps the folder of a killed process, and neither of a living one nor anything else', async () => {
  const [dead, alive] = [await startWorking(), await startWorking()]
  for (const name of ['notes', 'worker-notes', '1-abcdef']) await mkdir(join(dir, name))
  await end(dead.child)

  await sweepWorkFolders(dir)

  const kept = alive.folder.split('/').at(-2) ?? ''
  expect((await readdir(dir)).toSorted()).toEqual(['1-abcdef', 'notes', kept, 'worker-notes'].toSorted())
  expect(await readdir(join(dir, kept))).toHaveLength(1)
})

it('tells processes of two containers apart, although both are number 1', async () => {
  const [dead, alive] = [await startWorking({ inContainer: true }), await startWorking({ inContainer: true })]
  await end(dead.child)

  await sweepWorkFolders(dir)

  expect([dead.pid, alive.pid]).toEqual([1, 1])
  expect(await readdir(dir)).toEqual([alive.folder.split('/').at(-2)])
})

it('keeps the folder of this process, however often it sweeps', async () => {
  await withWorkFolder(dir, async (folder) => {
    await sweepWorkFolders(dir)
    await sweepWorkFolders(dir)

    expect(await readdir(folder)).toEqual([])
  })
})

it('makes its folder anew after somebody removed it', async () => {
  await withWorkFolder(dir, async () => undefined)
  for (const name of await readdir(dir)) await rm(join(dir, name), { recursive: true })

  await withWorkFolder(dir, async (folder) => expect(await readdir(folder)).toEqual([]))
})
