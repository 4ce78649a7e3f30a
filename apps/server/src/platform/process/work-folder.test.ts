import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { sweepWorkFolders } from './work-folder.ts'

it('sweeps the folders of dead processes and of an earlier one with the same id, and nothing else', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'sweep-'))
  const { pid: dead } = spawnSync(process.execPath, ['--version'])
  const alive = process.ppid
  const kept = [`part-${alive}-abcdef`, `${dead}-abcdef`, 'part-notes', `part-${dead}-abcdefgh`]
  for (const name of [...kept, `part-${dead}-abcdef`, `part-${process.pid}-abcdef`]) await mkdir(join(dir, name))

  await sweepWorkFolders(dir, 'part-')

  expect((await readdir(dir)).toSorted()).toEqual(kept.toSorted())
  await rm(dir, { recursive: true })
})
