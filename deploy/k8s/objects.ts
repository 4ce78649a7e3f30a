import { apiAutoscaler, apiBudget, apiDeployment, apiService } from './api.ts'
import { migrateJob } from './migrate.ts'
import { modelsClaim, modelsJob } from './models.ts'
import { callsToApi, metricsForMonitoring, noCalls, noMetadata } from './network.ts'
import { workerBudget, workerDeployment, workerService } from './worker.ts'

/** Everything of the product but its settings, its servers and its ingress. */
export const objects = [
  noCalls,
  callsToApi,
  metricsForMonitoring,
  noMetadata,
  modelsClaim,
  modelsJob,
  migrateJob,
  apiDeployment,
  apiService,
  apiBudget,
  apiAutoscaler,
  workerDeployment,
  workerService,
  workerBudget,
]
