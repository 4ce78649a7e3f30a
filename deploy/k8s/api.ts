import type { Deployment } from 'kubernetes-types/apps/v1.d.ts'
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.d.ts'
import type { Service } from 'kubernetes-types/core/v1.d.ts'
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts'

import { atTmp, lockedDown, probes, restricted, settings, shutdownDelay, temporary } from './pod.ts'
import { image, labels } from './release.ts'

const own = labels('api')
const spread = { maxSkew: 1, whenUnsatisfiable: 'ScheduleAnyway', labelSelector: { matchLabels: own } } as const

export const apiDeployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'api', labels: own },
  spec: {
    // The autoscaler decides how many there are.
    selector: { matchLabels: own },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
    template: {
      metadata: { labels: own },
      spec: {
        ...restricted,
        topologySpreadConstraints: [
          { ...spread, topologyKey: 'topology.kubernetes.io/zone' },
          { ...spread, topologyKey: 'kubernetes.io/hostname' },
        ],
        containers: [
          {
            name: 'api',
            image: image('api'),
            envFrom: settings,
            env: [shutdownDelay],
            ports: [
              { name: 'http', containerPort: 3000 },
              { name: 'ops', containerPort: 3001 },
            ],
            securityContext: lockedDown,
            // Uploads through the API are buffered in /tmp, which counts as memory.
            resources: { requests: { cpu: '500m', memory: '512Mi' }, limits: { memory: '3Gi' } },
            ...probes(60),
            volumeMounts: [atTmp],
          },
        ],
        volumes: [temporary('2Gi')],
      },
    },
  },
} satisfies Deployment

export const apiService = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'api', labels: own },
  spec: { selector: own, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
} satisfies Service

export const apiBudget = {
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'api', labels: own },
  spec: { maxUnavailable: 1, selector: { matchLabels: own } },
} satisfies PodDisruptionBudget

export const apiAutoscaler = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'api', labels: own },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'api' },
    minReplicas: 3,
    // Each takes up to 12 connections of PostgreSQL.
    maxReplicas: 8,
    metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } }],
  },
} satisfies HorizontalPodAutoscaler
