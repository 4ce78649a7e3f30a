import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { run } from '#scripts/services/commands.ts'
import type { Package } from '#scripts/services/packages.ts'

/** buildah builds, podman with runc runs: no daemon, and crun refuses machines with both versions of cgroups. */
export const enginePackages: readonly Package[] = [
  { name: 'buildah', programs: ['buildah'] },
  { name: 'podman', programs: ['podman'], alsoInstall: ['uidmap', 'netavark', 'aardvark-dns', 'catatonit'] },
  { name: 'runc', programs: ['runc'] },
  { name: 'mmdebstrap', programs: ['mmdebstrap'] },
]

const CONTAINERS = `[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
[containers]
# podman would raise them beyond the hard limits of some machines.
default_ulimits = ["nofile=20000:20000", "nproc=4096:4096"]
`

/** An engine with images and settings of its own, all below one folder. */
export function configureEngine(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const storage = `[storage]\ndriver = "overlay"\ngraphroot = "${folder}/store"\nrunroot = "${folder}/run"\n`
  for (const [name, variable, text] of [
    ['storage.conf', 'CONTAINERS_STORAGE_CONF', storage],
    ['containers.conf', 'CONTAINERS_CONF', CONTAINERS],
  ] as const) {
    writeFileSync(join(folder, name), text)
    process.env[variable] = join(folder, name)
  }
}

export const podman = (...args: string[]) => run('podman', args)

/** Isolation by chroot needs neither cgroups nor namespaces, so it builds inside a container too. */
export const build = (...args: string[]) =>
  run('buildah', ['bud', '--format', 'docker', '--isolation', 'chroot', '--network', 'host', '--pull-never', ...args])

export const hasImage = (name: string) => podman('image', 'exists', name).then(() => true, () => false) // prettier-ignore

export const removeContainers = () => podman('rm', '--all', '--force', '--volumes', '--time', '0')

export const removeImages = () => podman('rmi', '--all', '--force')

export async function megabytesOf(image: string): Promise<number> {
  return Number(await podman('image', 'inspect', '--format', '{{.Size}}', image)) / 1e6
}
