import type { NetworkPolicy } from 'kubernetes-types/networking/v1.d.ts'

import { labels } from './release.ts'

const every = { 'app.kubernetes.io/name': labels('api')['app.kubernetes.io/name'] }
const monitoring = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }

/** Nobody calls a pod of ours unless another policy says so. */
export const noCalls = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'no-calls' },
  spec: { podSelector: { matchLabels: every }, policyTypes: ['Ingress'] },
} satisfies NetworkPolicy

export const callsToApi = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'calls-to-api' },
  spec: {
    podSelector: { matchLabels: labels('api') },
    policyTypes: ['Ingress'],
    ingress: [{ ports: [{ port: 'http' }] }],
  },
} satisfies NetworkPolicy

export const metricsForMonitoring = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'metrics-for-monitoring' },
  spec: {
    podSelector: { matchLabels: every },
    policyTypes: ['Ingress'],
    ingress: [{ from: [monitoring], ports: [{ port: 'ops' }] }],
  },
} satisfies NetworkPolicy

/** Links and webhooks of people lead anywhere; the credentials of a cloud lie at link-local addresses. */
export const noMetadata = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'no-metadata' },
  spec: {
    podSelector: { matchLabels: every },
    policyTypes: ['Egress'],
    egress: [
      {
        to: [
          { ipBlock: { cidr: '0.0.0.0/0', except: ['169.254.0.0/16'] } },
          { ipBlock: { cidr: '::/0', except: ['fe80::/10'] } },
        ],
      },
    ],
  },
} satisfies NetworkPolicy
