import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'

import { objects } from '#deploy/k8s/objects.ts'
import { projectRoot } from '#scripts/settings.ts'

type Container = (typeof pods)[number]['spec']['containers'][number]

const deployments = objects.filter((object) => object.kind === 'Deployment')
const jobs = objects.filter((object) => object.kind === 'Job')
const pods = [...deployments, ...jobs].map(({ metadata, spec }) => ({ name: metadata.name, ...spec.template }))
const containers: (readonly [string, Container])[] = pods.flatMap(({ name, spec }) =>
  spec.containers.map((container) => [name, container] as const),
)
const QUANTITY = /^\d+(\.\d+)?(m|Ki|Mi|Gi)?$/

describe('the objects of Kubernetes', () => {
  it('are printed as the YAML of themselves, without anchors', () => {
    const text = execFileSync(process.execPath, [resolve(projectRoot, 'deploy/k8s/main.ts')], { encoding: 'utf8' })

    expect(parseAllDocuments(text).map((document) => document.toJS() as unknown)).toEqual(objects)
    expect(text).not.toMatch(/[&*][a-z]\d/)
  })

  it('have names of their own and no namespace', () => {
    const names = objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`)

    expect(new Set(names).size).toBe(names.length)
    expect(objects.filter(({ metadata }) => 'namespace' in metadata)).toEqual([])
  })

  it('select the pods they mean', () => {
    const selectors = objects.flatMap((object) => {
      if (object.kind === 'Deployment' || object.kind === 'PodDisruptionBudget') return object.spec.selector.matchLabels
      if (object.kind === 'Service') return object.spec.selector
      return object.kind === 'NetworkPolicy' ? object.spec.podSelector.matchLabels : []
    })

    for (const selector of selectors)
      expect(pods.map(({ metadata }) => metadata.labels)).toContainEqual(expect.objectContaining(selector))
  })
})

describe('a pod', () => {
  it.each(pods)('has no root, no token and a user namespace: $name', ({ spec }) => {
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      hostUsers: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10_001 },
    })
  })

  it('has a seccomp profile, and that of the sandbox only where there is one', () => {
    const profiles = pods.map(({ name, spec }) => [name, spec.securityContext.seccompProfile.type])

    expect(profiles.filter(([, type]) => type !== 'RuntimeDefault')).toEqual([['worker', 'Localhost']])
  })

  it.each(containers)('is read-only and without capabilities: %s', (_, { securityContext }) => {
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })

  it.each(containers)('asks for resources in quantities, and its memory is limited: %s', (_, { resources }) => {
    for (const quantity of [...Object.values(resources.requests), ...Object.values(resources.limits)])
      expect(quantity).toMatch(QUANTITY)
    expect(resources.limits.memory).toBeDefined()
  })

  it.each(pods)('mounts only the volumes it has: $name', ({ spec }) => {
    const mounted = spec.containers.flatMap((one) =>
      'volumeMounts' in one ? one.volumeMounts.map(({ name }) => name) : [],
    )
    const volumes = 'volumes' in spec ? spec.volumes.map(({ name }) => name) : []

    expect(new Set(mounted)).toEqual(new Set(volumes))
  })

  it.each(deployments)('stops after its delay and its work: $metadata.name', ({ spec }) => {
    const { terminationGracePeriodSeconds, containers: own } = spec.template.spec
    const delay = Number(own[0]?.env.find(({ name }) => name === 'SHUTDOWN_DELAY_SECONDS')?.value)

    expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(delay + 25)
  })
})
