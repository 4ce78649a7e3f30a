import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

export const registry = new Registry()
collectDefaultMetrics({ register: registry })

const registers = [registry]

/** By route template, never by path: a label must not carry an id. */
export const requestDuration = new Histogram({
  name: 'http_server_request_duration_seconds',
  help: 'Time to answer a request',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
  registers,
})

export const jobDuration = new Histogram({
  name: 'job_duration_seconds',
  help: 'Time of one try of a job',
  labelNames: ['job'],
  buckets: [0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800],
  registers,
})

export const jobsTotal = new Counter({
  name: 'jobs_total',
  help: 'Tries of jobs by how they ended',
  labelNames: ['job', 'outcome'],
  registers,
})

export const audioSeconds = new Counter({
  name: 'audio_seconds_total',
  help: 'Seconds of recordings recognised',
  labelNames: ['model'],
  registers,
})

export const loginsTotal = new Counter({
  name: 'login_total',
  help: 'Sign-ins by how they ended',
  labelNames: ['outcome'],
  registers,
})

export const refreshReused = new Counter({
  name: 'refresh_reuse_total',
  help: 'Sessions ended by a reused token',
  registers,
})

export const rateLimited = new Counter({
  name: 'rate_limited_total',
  help: 'Calls refused for being too many',
  labelNames: ['rule'],
  registers,
})

export const linkFetchesBlocked = new Counter({
  name: 'link_fetch_blocked_total',
  help: 'Addresses of links that were not asked, by why',
  labelNames: ['reason'],
  registers,
})

export const uploadBytes = new Counter({ name: 'upload_bytes_total', help: 'Bytes of finished uploads', registers })

export const uploadsAborted = new Counter({
  name: 'upload_aborted_total',
  help: 'Uploads that did not finish',
  registers,
})
