import type { Container, EnvFromSource, PodSpec, Probe, Volume } from 'kubernetes-types/core/v1.d.ts'

/** The secret and the config map that hold the settings; the operator makes both. */
export const settings: EnvFromSource[] = [{ secretRef: { name: 'doslovno' } }, { configMapRef: { name: 'doslovno' } }]

const UID = 10_001
/** Not ready but still answering, until every balancer has noticed. */
const SHUTDOWN_DELAY_SECONDS = 10
/** How long a process then takes at most to end what is under way. */
const STOP_SECONDS = 25

export const shutdownDelay = { name: 'SHUTDOWN_DELAY_SECONDS', value: String(SHUTDOWN_DELAY_SECONDS) }

/** What every pod has: a user namespace of its own, no root, no token of the cluster. */
export const restricted = {
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  hostUsers: false,
  terminationGracePeriodSeconds: SHUTDOWN_DELAY_SECONDS + STOP_SECONDS + 5,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: UID,
    runAsGroup: UID,
    fsGroup: UID,
    seccompProfile: { type: 'RuntimeDefault' },
  },
} as const satisfies Partial<PodSpec>

export const lockedDown = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
} satisfies Container['securityContext']

/** Memory, because a disk of the node would keep what a person uploaded. */
export const temporary = (sizeLimit: string): Volume => ({ name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit } })

export const atTmp = { name: 'tmp', mountPath: '/tmp' }

/** Asks the ops endpoint; a process that starts has `startSeconds` until it is restarted. */
export function probes(startSeconds: number) {
  const ask = (path: string): Probe => ({ httpGet: { path, port: 'ops' }, timeoutSeconds: 5 })
  return {
    startupProbe: { ...ask('/livez'), periodSeconds: 5, failureThreshold: Math.ceil(startSeconds / 5) },
    livenessProbe: { ...ask('/livez'), periodSeconds: 20, failureThreshold: 6 },
    readinessProbe: { ...ask('/readyz'), periodSeconds: 5, failureThreshold: 2 },
  } satisfies Partial<Container>
}
