import type { ErrorCode } from '@doslovno/domain/errors.ts'

import type { Cause } from '#lib/connection/with-retries.ts'

import { begun, moved, type Transfer, percentOf, rewind } from './transfer.ts'

/**
 * `queued`: waits for its turn; `comparing`: checks that it is the same file;
 * `waiting`: no connection; `inspecting`: all bytes have arrived.
 */
export type Phase = 'queued' | 'comparing' | 'sending' | 'waiting' | 'inspecting'
export type Flaw = 'upload' | 'empty' | 'unreadable' | 'otherFile' | 'tooMany' | 'media' | 'start'
export type Kept = { id: string; durationSeconds: number | null }

/** The state of one upload. */
export type Step =
  | { name: 'init' }
  | { name: 'uploading'; phase: Phase; percent: number; transfer: Transfer; cause?: Cause }
  | { name: 'error'; flaw: Flaw; code?: ErrorCode | undefined; script?: Kept }
  | { name: 'fileTooBig'; fileBytes: number; limitBytes: number }
  | { name: 'notAvailableUploads' }
  | { name: 'notEnoughMinutes'; script: Kept; availableMinutes: number }
  | { name: 'readyToProcess'; script: Kept }

export type Uploading = Extract<Step, { name: 'uploading' }>

export type StepEvent =
  | { type: 'chosen'; totalBytes: number; limitBytes: number; keptBytes?: number | undefined; at: number }
  | { type: 'linkTaken'; at: number }
  | { type: 'comparing' }
  | { type: 'moved'; sentBytes: number; at: number }
  | { type: 'progressed'; percent: number }
  | { type: 'lost'; cause: Cause; keptBytes: number; at: number }
  | { type: 'arrived' }
  | { type: 'inspected'; script: Kept; availableMinutes?: number | undefined }
  | { type: 'shortOfMinutes'; availableMinutes: number }
  | { type: 'notStarted'; code: ErrorCode | undefined }
  | { type: 'tooBig'; fileBytes: number; limitBytes: number }
  | { type: 'uploadsExceeded' }
  | { type: 'failed'; flaw: Flaw; code?: ErrorCode | undefined }
  | { type: 'retried'; totalBytes: number; keptBytes: number; at: number }

type Chosen = Extract<StepEvent, { type: 'chosen' }>
type OnTheWay = Exclude<StepEvent, { type: 'chosen' | 'linkTaken' | 'shortOfMinutes' | 'notStarted' | 'retried' }>

/** The reducer of one upload. An event that does not fit the state changes nothing. */
export function nextStep(step: Step, event: StepEvent): Step {
  switch (event.type) {
    case 'chosen':
      return step.name === 'init' ? choose(event) : step
    case 'linkTaken':
      return step.name === 'init' ? uploadOf(begun(0, event.at), 'sending') : step
    case 'retried':
      return step.name === 'error' ? uploadOf(begun(event.totalBytes, event.at, event.keptBytes), 'queued') : step
    case 'shortOfMinutes':
      return isKept(step)
        ? { name: 'notEnoughMinutes', script: step.script, availableMinutes: event.availableMinutes }
        : step
    case 'notStarted':
      return isKept(step) ? { name: 'error', flaw: 'start', code: event.code, script: step.script } : step
    case 'comparing':
    case 'moved':
    case 'progressed':
    case 'lost':
    case 'arrived':
    case 'inspected':
    case 'tooBig':
    case 'uploadsExceeded':
    case 'failed':
      return step.name === 'uploading' ? onTheWay(step, event) : step
  }
}

/** The file has arrived and passed its inspection. */
export function isKept(step: Step): step is Extract<Step, { script: Kept }> {
  return step.name === 'readyToProcess' || step.name === 'notEnoughMinutes'
}

/** Bytes are still to be sent: closing the tab would stop them. */
export function isSending(step: Step): boolean {
  return step.name === 'uploading' && step.phase !== 'inspecting'
}

/** Rejects a file that is too big or empty before the first byte. */
function choose({ totalBytes, limitBytes, keptBytes, at }: Chosen): Step {
  if (totalBytes === 0) return { name: 'error', flaw: 'empty' }
  if (totalBytes > limitBytes) return { name: 'fileTooBig', fileBytes: totalBytes, limitBytes }
  return uploadOf(begun(totalBytes, at, keptBytes), 'queued')
}

function onTheWay(step: Uploading, event: OnTheWay): Step {
  switch (event.type) {
    case 'comparing':
      return { ...step, phase: 'comparing' }
    case 'moved':
      return uploadOf(moved(step.transfer, event.sentBytes, event.at), 'sending')
    case 'progressed':
      return { ...step, phase: 'sending', percent: Math.trunc(event.percent) }
    case 'lost':
      return { ...uploadOf(rewind(step.transfer, event.keptBytes, event.at), 'waiting'), cause: event.cause }
    case 'arrived':
      return { ...step, phase: 'inspecting', percent: 100 }
    case 'inspected':
      return event.availableMinutes === undefined
        ? { name: 'readyToProcess', script: event.script }
        : { name: 'notEnoughMinutes', script: event.script, availableMinutes: event.availableMinutes }
    case 'tooBig':
      return { name: 'fileTooBig', fileBytes: event.fileBytes, limitBytes: event.limitBytes }
    case 'uploadsExceeded':
      return { name: 'notAvailableUploads' }
    case 'failed':
      return { name: 'error', flaw: event.flaw, code: event.code }
  }
}

function uploadOf(transfer: Transfer, phase: Phase): Uploading {
  return { name: 'uploading', phase, percent: percentOf(transfer), transfer }
}
