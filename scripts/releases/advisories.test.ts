import { describe, expect, it } from 'vitest'

import { findAdvisories } from './advisories.ts'
import { compareVersions, isAffected } from './affected.ts'

const lockfile = `lockfileVersion: '9.0'
packages:
  '@scope/one@1.2.3': { resolution: { integrity: sha512-AAEC } }
  two@0.1.0: { resolution: { integrity: sha512-AAEC } }
  two@2.0.0: { resolution: { integrity: sha512-AAEC } }
`
const advisoryOf = (
  name: string,
  fixed: string,
  { ecosystem = 'npm', ...changes }: { ecosystem?: string; withdrawn?: string } = {},
) => ({
  id: 'GHSA-1',
  summary: 'It is broken',
  affected: [
    {
      package: { ecosystem, name },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }],
    },
  ],
  database_specific: { severity: 'HIGH' },
  ...changes,
})

describe('the check for known vulnerabilities', () => {
  it('names each version of a package that an advisory concerns', () => {
    const found = findAdvisories(lockfile, [advisoryOf('two', '1.0.0'), advisoryOf('@scope/one', '1.2.3')])

    expect(found).toEqual([{ id: 'GHSA-1', package: 'two@0.1.0', severity: 'HIGH', summary: 'It is broken' }])
  })

  it('leaves out withdrawn advisories and packages of other ecosystems', () => {
    const ofOthers = [{ withdrawn: '2026-01-01' }, { ecosystem: 'PyPI' }].map((change) =>
      advisoryOf('two', '9.0.0', change),
    )

    expect(findAdvisories(lockfile, ofOthers)).toEqual([])
  })
})

describe('a range of versions', () => {
  const events = [{ introduced: '1.0.0' }, { fixed: '1.4.2' }, { introduced: '2.0.0' }, { last_affected: '2.1.0' }]

  it.each([
    ['0.9.9', false],
    ['1.0.0', true],
    ['1.4.2-rc.1', true],
    ['1.4.2', false],
    ['2.1.0', true],
    ['2.1.1', false],
  ])('has %s: %s', (version, isIn) => {
    expect(isAffected(version, { ranges: [{ type: 'SEMVER', events }] })).toBe(isIn)
  })

  it('orders versions as Semantic Versioning does', () => {
    const inOrder = [
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.2.0',
      '1.10.0',
    ]

    expect(inOrder.toReversed().toSorted(compareVersions)).toEqual(inOrder)
  })
})
