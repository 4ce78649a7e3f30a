import type { Job } from 'kubernetes-types/batch/v1.d.ts'

import { lockedDown, restricted, settings } from './pod.ts'
import { image, jobName, labels } from './release.ts'

const own = labels('migrate')

/** Processes of the new release are not ready before it has ended. */
export const migrateJob = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: jobName('migrate'), labels: own },
  spec: {
    backoffLimit: 6,
    ttlSecondsAfterFinished: 86_400,
    template: {
      metadata: { labels: own },
      spec: {
        ...restricted,
        restartPolicy: 'Never',
        containers: [
          {
            name: 'migrate',
            image: image('migrate'),
            envFrom: settings,
            securityContext: lockedDown,
            resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '512Mi' } },
          },
        ],
      },
    },
  },
} satisfies Job
