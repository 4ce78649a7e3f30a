import type { Job } from 'kubernetes-types/batch/v1.d.ts'
import type { PersistentVolumeClaim } from 'kubernetes-types/core/v1.d.ts'

import { atTmp, lockedDown, restricted, temporary } from './pod.ts'
import { image, jobName, labels } from './release.ts'

const own = labels('models')

export const MODELS_CLAIM = 'models'

/** Read by every worker, so on any node. */
export const modelsClaim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: MODELS_CLAIM, labels: own },
  spec: { accessModes: ['ReadWriteMany'], resources: { requests: { storage: '8Gi' } } },
} satisfies PersistentVolumeClaim

/** Fetches the speech models that the claim does not hold yet. */
export const modelsJob = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: jobName('models'), labels: own },
  spec: {
    backoffLimit: 3,
    ttlSecondsAfterFinished: 86_400,
    template: {
      metadata: { labels: own },
      spec: {
        ...restricted,
        restartPolicy: 'Never',
        containers: [
          {
            name: 'models',
            image: image('worker'),
            args: ['node', 'scripts/models.ts'],
            // MODELS_URL, for the files that are not published in the form we read.
            envFrom: [{ configMapRef: { name: 'doslovno' } }],
            securityContext: lockedDown,
            resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '512Mi' } },
            volumeMounts: [atTmp, { name: 'models', mountPath: '/models' }],
          },
        ],
        volumes: [temporary('64Mi'), { name: 'models', persistentVolumeClaim: { claimName: MODELS_CLAIM } }],
      },
    },
  },
} satisfies Job
