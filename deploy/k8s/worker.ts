import type { Deployment } from 'kubernetes-types/apps/v1.d.ts'
import type { Service } from 'kubernetes-types/core/v1.d.ts'
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts'

import { MODELS_CLAIM } from './models.ts'
import { atTmp, lockedDown, probes, restricted, settings, shutdownDelay, temporary } from './pod.ts'
import { image, labels } from './release.ts'

const own = labels('worker')
/** One recogniser per core. */
const SLOTS = 4

export const workerDeployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'worker', labels: own },
  spec: {
    replicas: 2,
    selector: { matchLabels: own },
    template: {
      metadata: { labels: own },
      spec: {
        ...restricted,
        // The media sandbox makes namespaces of its own, which RuntimeDefault refuses. `deploy/seccomp.json` must lie
        // under this name in the kubelet's folder of profiles on every node.
        securityContext: {
          ...restricted.securityContext,
          seccompProfile: { type: 'Localhost', localhostProfile: 'doslovno-worker.json' },
        },
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            whenUnsatisfiable: 'ScheduleAnyway',
            labelSelector: { matchLabels: own },
            topologyKey: 'kubernetes.io/hostname',
          },
        ],
        containers: [
          {
            name: 'worker',
            image: image('worker'),
            envFrom: settings,
            env: [shutdownDelay, { name: 'WORKER_SLOTS', value: String(SLOTS) }],
            ports: [{ name: 'ops', containerPort: 3002 }],
            securityContext: lockedDown,
            resources: { requests: { cpu: String(SLOTS), memory: '5Gi' }, limits: { memory: '7Gi' } },
            ...probes(300),
            volumeMounts: [
              atTmp,
              { name: 'work', mountPath: '/work' },
              { name: 'models', mountPath: '/models', readOnly: true },
            ],
          },
        ],
        volumes: [
          temporary('256Mi'),
          { name: 'work', emptyDir: { sizeLimit: '40Gi' } },
          { name: 'models', persistentVolumeClaim: { claimName: MODELS_CLAIM, readOnly: true } },
        ],
      },
    },
  },
} satisfies Deployment

/** Nobody calls a worker: the service is where Prometheus finds them all. */
export const workerService = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'worker', labels: own },
  spec: { clusterIP: 'None', selector: own, ports: [{ name: 'ops', port: 3002, targetPort: 'ops' }] },
} satisfies Service

export const workerBudget = {
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'worker', labels: own },
  spec: { maxUnavailable: 1, selector: { matchLabels: own } },
} satisfies PodDisruptionBudget
