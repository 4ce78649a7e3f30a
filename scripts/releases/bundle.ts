import { createHash } from 'node:crypto'
import { cpSync, createReadStream, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { run } from '#scripts/services/commands.ts'
import { projectRoot } from '#scripts/settings.ts'

import { sbomOf } from './sbom.ts'

const IMAGES = ['api', 'migrate', 'worker', 'servers', 'simulators']
const FILES = ['compose.yaml', 'compose.override.yaml', 'compose.tls.yaml', 'deploy/seccomp.json']

const registry = process.env.REGISTRY ?? 'localhost'

/**
 * `pnpm release DIR` writes the images of this version, what they are made of, its notes and checksums; `pnpm bundle
 * DIR` adds the speech models and a script that installs all of it without the internet. Needs Docker; images that are
 * missing are built.
 */
async function main([command, dir]: readonly string[]): Promise<void> {
  if (!dir || !['release', 'bundle'].includes(command ?? '')) throw new Error('pnpm release DIR | pnpm bundle DIR')
  const folder = resolve(dir)
  const { version } = JSON.parse(readFileSync(resolve(projectRoot, 'package.json'), 'utf8')) as { version: string } // ours
  const tag = process.env.VERSION ?? version
  mkdirSync(join(folder, 'images'), { recursive: true })
  const debianPackages = await saveImages(folder, tag)
  const lockfile = readFileSync(resolve(projectRoot, 'pnpm-lock.yaml'), 'utf8')
  const sbom = sbomOf({ version, at: new Date(), lockfile, debianPackages })
  writeFileSync(join(folder, 'sbom.json'), JSON.stringify(sbom, null, 1))
  writeFileSync(join(folder, 'NOTES.md'), notesOf(readFileSync(resolve(projectRoot, 'CHANGELOG.md'), 'utf8'), version))
  if (command === 'bundle') await addInstallation(folder, tag)
  await writeChecksums(folder)
}

/** Returns the Debian packages of all images, a line each. */
async function saveImages(folder: string, tag: string): Promise<string> {
  const lines: string[] = []
  for (const name of IMAGES) {
    const image = `${registry}/doslovno-${name}:${tag}`
    const has = await run('docker', ['image', 'inspect', image]).then(() => true, () => false) // prettier-ignore
    if (!has) await run('docker', ['build', '-f', 'deploy/Dockerfile', '--target', name, '-t', image, projectRoot])
    lines.push(await run('docker', ['run', '--rm', '--network', 'none', '--entrypoint', 'dpkg-query', image, '-W', '-f', '${Package}\\t${Version}\\t${Architecture}\\n'])) // prettier-ignore
    await run('sh', ['-c', `docker save "$0" | gzip -1 >"$1"`, image, join(folder, 'images', `${name}.tar.gz`)])
    console.log(`${name}: ${megabytes(join(folder, 'images', `${name}.tar.gz`))} MB`)
  }
  return lines.join('\n')
}

/** The section of a version, or of what is not released yet. */
function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## )/m).slice(1)
  return sections.find((text) => text.startsWith(`## ${version} `)) ?? sections[0] ?? ''
}

async function addInstallation(folder: string, tag: string): Promise<void> {
  for (const file of FILES) cpSync(resolve(projectRoot, file), join(folder, file))
  cpSync(resolve(projectRoot, 'deploy/install.sh'), join(folder, 'install.sh'))
  writeFileSync(join(folder, 'VERSION'), tag)
  // The images have these names, whoever tries them or sets them up for people.
  const names = `REGISTRY=${registry}\nVERSION=${tag}\n`
  const example = readFileSync(resolve(projectRoot, '.env.example'), 'utf8')
  writeFileSync(join(folder, '.env.example'), `${example}\n## This bundle\n\n${names}`)
  writeFileSync(join(folder, '.env'), names)
  process.env.MODELS_DIR = join(folder, 'models')
  console.log(await run('node', [resolve(projectRoot, 'scripts/models/main.ts'), '--also', 'gigaam-v3']))
}

async function writeChecksums(folder: string): Promise<void> {
  const files = globSync('**', { cwd: folder }).filter((name) => name !== 'SHA256SUMS' && statSync(join(folder, name)).isFile()) // prettier-ignore
  const lines: string[] = []
  for (const name of files.sort()) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), hash)
    lines.push(`${hash.digest('hex')}  ${name}\n`)
  }
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
}

const megabytes = (file: string) => Math.round(statSync(file).size / 1e6)

await main(process.argv.slice(2))
