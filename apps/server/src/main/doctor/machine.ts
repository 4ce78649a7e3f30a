import { existsSync } from 'node:fs'
import { freemem, totalmem } from 'node:os'
import { join } from 'node:path'

import { type ModelName, models } from '#adapters/speech/catalogue.ts'
import { modelProblems, requiredModels } from '#adapters/speech/model-files.ts'
import type { Config } from '#platform/config.ts'
import { needsMachine } from '#worker-needs.ts'

import { type Check, type Finding, note, ok, wrong } from './check.ts'
import { connected } from './database.ts'
import { findPorts } from './ports.ts'
import { hasLiveWorker } from './repo.ts'
import { trySandboxes } from './sandbox.ts'

export function machineChecks(config: Config): Check[] {
  const { roles } = config.worker
  const check = { topic: 'machine', remedy: 'docs/operations/install.md' }
  const node: Check = { ...check, name: 'Node', run: async () => nodeFinding(process.versions.node) }
  const ports: Check = { ...check, name: 'the ports', run: (signal) => findPorts(config, signal) }
  const sandbox: Check = {
    ...check,
    name: 'the work folder and the sandbox',
    seconds: 60,
    run: (signal) => trySandboxes(config, signal),
  }
  const memory: Check = { ...check, name: 'memory', run: () => weighMemory(config) }
  const files: Check = {
    ...check,
    topic: 'models',
    name: 'the speech models',
    remedy: 'see that MODELS_DIR can be read',
    // Reads up to a gigabyte.
    seconds: 120,
    run: () => readModels(config),
  }
  return [
    node,
    ports,
    ...(roles.some(needsMachine) ? [sandbox] : []),
    ...(roles.includes('speech') ? [memory, files] : []),
  ]
}

const LEAST_NODE = 24

export function nodeFinding(version: string): Finding {
  if (Number.parseInt(version) >= LEAST_NODE) return ok(`Node ${version}`)
  return wrong(`Node ${version} is too old`, `install Node ${LEAST_NODE}, as .nvmrc says; the images have it`)
}

/** Measured for `whisper-base` (docs/operations/capacity.md). */
const RECOGNISER_BYTES = 1_000_000_000
const WORKER_BYTES = 250_000_000

async function weighMemory(config: Config): Promise<Finding> {
  const { slots, remote } = config.speech
  const needed = WORKER_BYTES + (remote ? 0 : slots * RECOGNISER_BYTES)
  const whole = Math.min(process.constrainedMemory() || Infinity, totalmem())
  const free = Math.min(process.availableMemory(), freemem())
  const text = `a worker with WORKER_SLOTS=${slots} needs ${gigabytes(needed)} of memory`
  const remedy = 'set fewer WORKER_SLOTS, raise WORKER_MEMORY (the limit of the container), or end other programs'
  if (needed > whole) return wrong(`${text}, and may have ${gigabytes(whole)}`, remedy)
  if (needed <= free) return ok(`memory: ${gigabytes(free)} free; ${text}`)
  const { databaseUrl, databaseDirectUrl } = config
  const isWorking = await connected('DATABASE_URL', databaseUrl, databaseUrl !== databaseDirectUrl, hasLiveWorker)
  const lack = `${text}, and ${gigabytes(free)} is free`
  return isWorking === true ? note(`${lack}; a worker that runs already may hold it`, remedy) : wrong(lack, remedy)
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`

const RUSSIAN: ModelName = 'gigaam-v3'

/** A worker passes over a damaged optional model in silence. */
async function readModels({ speech }: Config): Promise<Finding> {
  const names: ModelName[] = [...requiredModels(speech), ...(hasRussian(speech) ? [RUSSIAN] : [])]
  const problems = await modelProblems(speech.modelsDir, names)
  if (problems.length === 0) return ok(`speech models: ${names.join(', ') || 'none needed'}`)
  return wrong(
    `speech models are not ready: ${fewOf(problems)}`,
    'docker compose up models fetches them again (without containers: pnpm models); docker compose logs models tells why it failed',
  )
}

function hasRussian({ modelsDir, remote }: Config['speech']): boolean {
  return !remote && existsSync(join(modelsDir, models[RUSSIAN].folder))
}

const SHOWN = 3

function fewOf(problems: readonly string[]): string {
  const more = problems.length > SHOWN ? [`and ${problems.length - SHOWN} more`] : []
  return [...problems.slice(0, SHOWN), ...more].join('; ')
}
