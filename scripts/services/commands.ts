import { execFile } from 'node:child_process'
import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** The path of an installed program, including folders that Debian keeps out of PATH. */
export function findCommand(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin', ...postgresFolders()]
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

/** Runs a program and returns its output; an error contains its stderr. */
export async function run(name: string, args: readonly string[], options: { cwd?: string } = {}): Promise<string> {
  const command = findCommand(name)
  if (!command) throw new Error(`${name} is not installed`)
  try {
    const { stdout } = await promisify(execFile)(command, args, { ...options, maxBuffer: 64 * 1024 * 1024 })
    return stdout.trim()
  } catch (error) {
    throw new Error(`${name} ${args.join(' ')}: ${messageOf(error)}`, { cause: error })
  }
}

// The newest PostgreSQL first.
const postgresFolders = () =>
  globSync('/usr/lib/postgresql/*/bin').sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const messageOf = (error: unknown) =>
  error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' && error.stderr
    ? error.stderr.trim()
    : String(error)
