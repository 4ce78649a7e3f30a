import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  path: string
  /** Leaves half a megabyte free. */
  fill(): void
  empty(): void
  makeReadOnly(): void
  makeWritable(): void
  remove(): void
}

const LEFT_BYTES = 500_000

/** A file system of its own, in memory, that faults can be made on. Needs root. */
export function createSmallDisk(megabytes = 200): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'))
  const filler = join(path, 'filler')
  const remount = (mode: 'ro' | 'rw') => execFileSync('mount', ['-o', `remount,${mode}`, path])
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=1777`, 'tmpfs', path])
  return {
    path,
    fill: () => {
      const { bavail, bsize } = statfsSync(path)
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - LEFT_BYTES)))
    },
    empty: () => rmSync(filler, { force: true }),
    makeReadOnly: () => remount('ro'),
    makeWritable: () => remount('rw'),
    remove: () => {
      execFileSync('umount', ['--lazy', path])
      rmSync(path, { recursive: true })
    },
  }
}
