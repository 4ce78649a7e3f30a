import { describe, expect, it } from 'vitest'

import { sbomOf } from './sbom.ts'

const lockfile = `lockfileVersion: '9.0'
packages:
  '@scope/one@1.2.3':
    resolution: {integrity: sha512-AAEC}
  two@0.1.0:
    resolution: {tarball: https://example.com/two.tgz}
`

describe('the bill of materials', () => {
  it('names npm packages with their checksums, and each Debian package once', () => {
    const debianPackages = 'zlib1g\t1:1.2.13\tamd64\nadduser\t3.134\tall\nzlib1g\t1:1.2.13\tamd64\n'

    const sbom = sbomOf({ version: '0.2.0', at: new Date('2026-11-19T00:00:00Z'), lockfile, debianPackages })

    expect(sbom.metadata).toMatchObject({ timestamp: '2026-11-19T00:00:00.000Z', component: { version: '0.2.0' } })
    expect(sbom.components.map(({ purl }) => purl)).toEqual([
      'pkg:npm/%40scope/one@1.2.3',
      'pkg:npm/two@0.1.0',
      'pkg:deb/debian/adduser@3.134?arch=all',
      'pkg:deb/debian/zlib1g@1%3A1.2.13?arch=amd64',
    ])
    expect(sbom.components[0]?.hashes).toEqual([{ alg: 'SHA-512', content: '000102' }])
  })
})
