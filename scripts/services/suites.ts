import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A suite of Debian from which single packages are taken because the system's own grow old too soon. */
export type Suite = 'sid'

type AptGet = (args: readonly string[], options?: { cwd?: string }) => string

/**
 * Fetches packages of other suites and hands their files over to be installed. The system learns of no new source:
 * the index of the suite lies in a folder of its own and is gone afterwards, so nothing else can ever come from it.
 */
export function borrow(
  packages: readonly { name: string; suite?: Suite }[],
  aptGet: AptGet,
  install: (files: readonly string[]) => void,
): void {
  const folder = mkdtempSync(join(tmpdir(), 'borrowed-'))
  try {
    for (const suite of new Set(packages.flatMap((one) => one.suite ?? []))) {
      const names = packages.filter((one) => one.suite === suite).map(({ name }) => name)
      download(names, suite, join(folder, suite), aptGet)
    }
    install(globSync(join(folder, '*/*.deb')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function download(names: readonly string[], suite: Suite, folder: string, aptGet: AptGet): void {
  const [sources, lists, cache] = [join(folder, 'sources.list'), join(folder, 'lists'), join(folder, 'cache')]
  for (const place of [lists, cache]) mkdirSync(join(place, 'partial'), { recursive: true })
  // Programs without a machine's code are listed apart, in half the bytes.
  writeFileSync(sources, `deb [arch=all] ${mirror(aptGet)} ${suite} main\n`)
  const apart = [
    `Dir::Etc::SourceList=${sources}`,
    'Dir::Etc::SourceParts=/dev/null',
    `Dir::State::Lists=${lists}`,
    `Dir::Cache=${cache}`,
  ].flatMap((option) => ['-o', option])
  aptGet([...apart, 'update'])
  aptGet([...apart, 'download', ...names], { cwd: folder })
}

/** Where the system itself takes Debian from. */
function mirror(aptGet: AptGet): string {
  const format = '$(REPO_URI) $(CODENAME) $(COMPONENT)'
  const targets = aptGet(['indextargets', '--format', format, 'Created-By: Packages', 'Origin: Debian'])
  const found = targets.split('\n').find((line) => /^\S+ [a-z]+ main$/.test(line))
  if (!found) throw new Error('The system names no mirror of Debian')
  return found.split(' ')[0] ?? ''
}
