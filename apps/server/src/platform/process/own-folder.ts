import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync, openSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const made = new Map<string, Promise<string>>()

/**
 * The folder that this process alone uses in `parent`; made on first use. Locked as long as the process lives: the
 * kernel frees the lock with it. A process number would not do, because in a container it is always 1.
 */
export async function ownFolder(parent: string, prefix: string): Promise<string> {
  const key = join(parent, prefix)
  const folder = made.get(key) ?? makeLocked(parent, prefix)
  made.set(key, folder)
  folder.catch(() => made.delete(key))
  return folder
}

/** Makes a temporary folder in this process's own one, which is made anew if somebody removed it. */
export async function makeTemporary(parent: string, prefix: string): Promise<string> {
  const own = await ownFolder(parent, prefix)
  try {
    return await mkdtemp(join(own, 'work-'))
  } catch (error) {
    if (!isMissing(error)) throw error
    made.delete(join(parent, prefix))
    return mkdtemp(join(await ownFolder(parent, prefix), 'work-'))
  }
}

/** Removes the folders of processes that are gone, in whatever container they ran. */
export async function sweepFolders(parent: string, prefix: string): Promise<void> {
  const names = await readdir(parent).catch(() => [])
  const ours = names.filter((name) => name.startsWith(prefix) && /^\w{6}$/.test(name.slice(prefix.length)))
  for (const name of ours) await removeUnlocked(join(parent, name))
}

async function makeLocked(parent: string, prefix: string): Promise<string> {
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, prefix))
  const descriptor = openSync(folder, 'r')
  if (await isLockedByUs(descriptor)) {
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  }
  // Another process swept the folder before it was locked.
  closeSync(descriptor)
  return makeLocked(parent, prefix)
}

async function isLockedByUs(descriptor: number): Promise<boolean> {
  try {
    return (await lock(descriptor)) && fstatSync(descriptor).nlink > 0
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

async function removeUnlocked(folder: string): Promise<void> {
  const descriptor = openOrSkip(folder)
  if (descriptor === undefined) return
  try {
    if (await lock(descriptor)) await rm(folder, { recursive: true, force: true })
  } finally {
    closeSync(descriptor)
  }
}

/** A folder of another user is not ours to sweep, and one that has just gone needs no sweeping. */
function openOrSkip(folder: string): number | undefined {
  try {
    return openSync(folder, 'r')
  } catch {
    return undefined
  }
}

const HELD = 1

/**
 * Takes the kernel's lock (flock) on an open folder; false if another process holds it. Node has no call for it, but a
 * lock belongs to the open file, which the child shares: it stays ours after the child has ended.
 */
async function lock(descriptor: number): Promise<boolean> {
  const child = spawn('flock', ['--nonblock', '--conflict-exit-code', String(HELD), '3'], {
    stdio: ['ignore', 'ignore', 'ignore', descriptor],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code === 0 || code === HELD) return code === 0
  throw new Error(`flock ended with ${code}: this file system has no locks`)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
