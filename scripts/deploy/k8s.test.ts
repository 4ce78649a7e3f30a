import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'

import { projectRoot } from '#scripts/settings.ts'

type Container = {
  image: string
  env?: { name: string; value: string }[]
  resources: { requests: Record<string, string>; limits: Record<string, string> }
  securityContext: object
  volumeMounts?: { name: string }[]
}
type Pod = {
  metadata: { labels: Record<string, string> }
  spec: {
    terminationGracePeriodSeconds: number
    securityContext: { seccompProfile: { type: string } }
    containers: Container[]
    volumes?: { name: string }[]
  }
}
type Selector = { matchLabels: Record<string, string> }
type KubernetesObject =
  | { kind: 'Deployment'; metadata: Metadata; spec: { selector: Selector; template: Pod } }
  | { kind: 'Job'; metadata: Metadata; spec: { template: Pod } }
  | { kind: 'PodDisruptionBudget'; metadata: Metadata; spec: { selector: Selector } }
  | { kind: 'NetworkPolicy'; metadata: Metadata; spec: { podSelector: Selector } }
  | { kind: 'Service'; metadata: Metadata; spec: { selector: Record<string, string> } }
  | { kind: keyof typeof OTHERS; metadata: Metadata }
type Metadata = { name: string }

const OTHERS = { HorizontalPodAutoscaler: 'autoscaling/v2', PersistentVolumeClaim: 'core/v1' }
/** Where kubernetes-types has the type of each kind. */
const TYPES = {
  ...OTHERS,
  Deployment: 'apps/v1',
  Job: 'batch/v1',
  NetworkPolicy: 'networking/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'core/v1',
}

const objects = globSync(resolve(projectRoot, 'deploy/k8s/*.yaml'))
  .filter((path) => !path.endsWith('/kustomization.yaml'))
  .flatMap((path) => parseAllDocuments(readFileSync(path, 'utf8')))
  .map((document) => document.toJS() as KubernetesObject)
const { version } = JSON.parse(readFileSync(resolve(projectRoot, 'package.json'), 'utf8')) as { version: string }

const deployments = objects.filter((object) => object.kind === 'Deployment')
const jobs = objects.filter((object) => object.kind === 'Job')
const pods = [...deployments, ...jobs].map(({ metadata, spec }) => ({ name: metadata.name, ...spec.template }))
const containers = pods.flatMap(({ name, spec }) => spec.containers.map((container) => [name, container] as const))
const QUANTITY = /^\d+(\.\d+)?(m|Ki|Mi|Gi)?$/

/** The compiler's errors for the objects as literals of Kubernetes' types, which refuse unknown fields. */
function typeErrors(checked: readonly KubernetesObject[]): string {
  const lines = checked.map(
    (
      object,
      index,
    ) => `import type { ${object.kind} as Kind${index} } from 'kubernetes-types/${TYPES[object.kind]}.d.ts'
export const object${index} = ${JSON.stringify(object)} satisfies Kind${index}`,
  )
  const folder = resolve(projectRoot, 'test-results/k8s')
  mkdirSync(folder, { recursive: true })
  writeFileSync(resolve(folder, 'objects.ts'), lines.join('\n'))
  writeFileSync(resolve(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { noEmit: true, strict: true, module: 'nodenext', types: [] } })) // prettier-ignore
  try {
    execFileSync(resolve(projectRoot, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
    return ''
  } catch (error) {
    return (error as { stdout: string }).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('the objects of Kubernetes', () => {
  it('have only fields that Kubernetes 1.30 knows, of the right types', () => {
    expect(typeErrors(objects)).toBe('')
  })

  it('would be refused with a field that Kubernetes does not know', () => {
    const misspelt = { ...deployments[0], replicas: 2 } as KubernetesObject

    expect(typeErrors([misspelt])).toContain(`'"replicas"' does not exist in type 'Deployment'`)
  })

  it('have names of their own and no namespace', () => {
    const names = objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`)

    expect(names).toHaveLength(14)
    expect(new Set(names).size).toBe(names.length)
    expect(objects.filter(({ metadata }) => 'namespace' in metadata)).toEqual([])
  })

  it('select the pods they mean', () => {
    const selectors = objects.flatMap((object): Record<string, string>[] => {
      if (object.kind === 'Deployment' || object.kind === 'PodDisruptionBudget')
        return [object.spec.selector.matchLabels]
      if (object.kind === 'Service') return [object.spec.selector]
      return object.kind === 'NetworkPolicy' ? [object.spec.podSelector.matchLabels] : []
    })

    for (const selector of selectors)
      expect(pods.map(({ metadata }) => metadata.labels)).toContainEqual(expect.objectContaining(selector))
  })

  it('run the images of this version, and its jobs have names of their own', () => {
    const tags = containers.map(([, { image }]) => image.split(':').at(-1))

    expect(new Set(tags)).toEqual(new Set([version]))
    for (const { metadata } of jobs) expect(metadata.name).toMatch(new RegExp(`-${version.replaceAll('.', '-')}$`))
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
    const mounted = spec.containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name))

    expect(new Set(mounted)).toEqual(new Set((spec.volumes ?? []).map(({ name }) => name)))
  })

  it.each(deployments)('stops after its delay and its work: $metadata.name', ({ spec }) => {
    const { terminationGracePeriodSeconds, containers: own } = spec.template.spec
    const delay = Number(own[0]?.env?.find(({ name }) => name === 'SHUTDOWN_DELAY_SECONDS')?.value)

    expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(delay + 25)
  })
})
