import { parse } from 'yaml'

type Component = {
  type: 'library'
  name: string
  version: string
  purl: string
  hashes?: { alg: string; content: string }[]
}

type Lockfile = { packages: Record<string, { resolution: { integrity?: string } }> }

type Parts = { version: string; at: Date; lockfile: string; debianPackages: string }

/** A bill of materials (CycloneDX 1.6): npm packages of the lockfile, Debian packages of the images. */
export function sbomOf({ version, at, lockfile, debianPackages }: Parts) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { timestamp: at.toISOString(), component: { type: 'application', name: 'doslovno', version } },
    components: [...npmComponents(lockfile), ...debianComponents(debianPackages)],
  }
}

function npmComponents(lockfile: string): Component[] {
  const { packages } = parse(lockfile) as Lockfile // pnpm's own
  return Object.entries(packages).map(([key, { resolution }]) => {
    const at = key.lastIndexOf('@')
    const [name, version] = [key.slice(0, at), key.slice(at + 1)]
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    return { type: 'library', name, version, purl, ...hashesOf(resolution.integrity) }
  })
}

function hashesOf(integrity: string | undefined): Pick<Component, 'hashes'> {
  if (!integrity?.startsWith('sha512-')) return {}
  const content = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')
  return { hashes: [{ alg: 'SHA-512', content }] }
}

/** Lines of `dpkg-query`: name, version, architecture; images share most packages. */
function debianComponents(lines: string): Component[] {
  const unique = [...new Set(lines.split('\n').filter(Boolean))].sort()
  return unique.map((line) => {
    const [name = '', version = '', architecture = ''] = line.split('\t')
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`
    return { type: 'library', name, version, purl }
  })
}
