import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A package of another suite; `isBinary` if it is made for one architecture. */
export type SuitePackage = { name: string; suite?: Suite; isBinary?: boolean }

/** A Debian suite to take single packages from, where the system's own are too old. */
export type Suite = 'sid'

type AptGet = (args: readonly string[], options?: { cwd?: string }) => string

/**
 * Downloads packages of other suites and passes their files to `install`. Adds no source to the system: the suite's
 * index lies in a temporary folder, so nothing else can be installed from it.
 */
export function withSuitePackages(
  packages: readonly SuitePackage[],
  aptGet: AptGet,
  install: (files: readonly string[]) => void,
): void {
  const folder = mkdtempSync(join(tmpdir(), 'suites-'))
  try {
    for (const suite of new Set(packages.flatMap((one) => one.suite ?? []))) {
      const wanted = packages.filter((one) => one.suite === suite)
      download(wanted, suite, join(folder, suite), aptGet)
    }
    install(globSync(join(folder, '*/*.deb')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function download(packages: readonly SuitePackage[], suite: Suite, folder: string, aptGet: AptGet): void {
  // Architecture-independent packages have an index of their own, half the size.
  const architecture = packages.some(({ isBinary }) => isBinary) ? '' : '[arch=all] '
  const options = openSuite(suite, { folder, architecture }, aptGet)
  aptGet([...options, 'download', ...packages.map(({ name }) => name)], { cwd: folder })
}

/** Downloads a package with everything it depends on, as if nothing were installed, and returns the files. */
export function downloadWhole(name: string, suite: Suite, folder: string, aptGet: AptGet): string[] {
  const options = openSuite(suite, { folder, architecture: '' }, aptGet)
  const status = join(folder, 'status')
  writeFileSync(status, '')
  aptGet([...options, '-o', `Dir::State::status=${status}`, '-y', '--no-install-recommends', '--download-only', 'install', name]) // prettier-ignore
  return globSync(join(folder, 'cache/archives/*.deb'))
}

/** The options with which apt-get sees one suite and nothing else; its index lies in the folder. */
function openSuite(suite: Suite, { folder, architecture }: { folder: string; architecture: string }, aptGet: AptGet) {
  const [sources, lists, cache] = [join(folder, 'sources.list'), join(folder, 'lists'), join(folder, 'cache')]
  for (const dir of [join(lists, 'partial'), join(cache, 'archives/partial')]) mkdirSync(dir, { recursive: true })
  writeFileSync(sources, `deb ${architecture}${mirror(aptGet)} ${suite} main\n`)
  const options = [
    `Dir::Etc::SourceList=${sources}`,
    'Dir::Etc::SourceParts=/dev/null',
    `Dir::State::Lists=${lists}`,
    `Dir::Cache=${cache}`,
  ].flatMap((option) => ['-o', option])
  aptGet([...options, 'update'])
  return options
}

/** The system's own Debian mirror. */
function mirror(aptGet: AptGet): string {
  const format = '$(REPO_URI) $(CODENAME) $(COMPONENT)'
  const targets = aptGet(['indextargets', '--format', format, 'Created-By: Packages', 'Origin: Debian'])
  const found = targets.split('\n').find((line) => /^\S+ [a-z]+ main$/.test(line))
  if (!found) throw new Error('The system has no mirror of Debian')
  return found.split(' ')[0] ?? ''
}
