import { processingFailure } from '@doslovno/texts/errors.ts'
import { linkTexts, othersTexts, uploadProblems, uploadTexts } from '@doslovno/texts/upload.ts'

import type { Item } from '#features/upload/queue/queue.ts'
import type { Source } from '#features/upload/queue/source.ts'
import { isKept, type Step, type Uploading } from '#features/upload/sending/step.ts'
import { secondsLeft, speedOf } from '#features/upload/sending/transfer.ts'
import { fileSize } from '#lib/format/size.ts'
import { humanDuration } from '#lib/format/time.ts'

/** The progress of a recording in one line. */
export function detailsOf({ source, step }: Pick<Item, 'source' | 'step'>): string {
  if (step.name === 'uploading') return uploadingDetails(source, step)
  const duration = isKept(step) ? step.script.durationSeconds : null
  return lineOf(sizeOf(source), duration !== null && humanDuration(duration), isKept(step) && uploadTexts.uploaded)
}

/** The problem of a recording in a few words. */
export function problemOf(step: Step): string | undefined {
  switch (step.name) {
    case 'error':
      return step.flaw === 'media' ? processingFailure(step.code).title : uploadProblems[step.flaw].title
    case 'fileTooBig':
      return uploadProblems.tooBig.text(fileSize(step.fileBytes), fileSize(step.limitBytes))
    case 'notAvailableUploads':
      return uploadProblems.exceeded.title
    case 'notEnoughMinutes':
      return uploadProblems.shortOfMinutes.title
    case 'init':
    case 'uploading':
    case 'readyToProcess':
      return undefined
  }
}

/** The state of an uploaded recording below the primary one. */
export function statusOf({ options, isStarted }: Item): string {
  if (isStarted) return othersTexts.processing
  return options ? othersTexts.starting : othersTexts.waiting
}

function uploadingDetails(source: Source, step: Uploading): string {
  switch (step.phase) {
    case 'queued':
    case 'comparing':
    case 'inspecting':
      return lineOf(sizeOf(source), uploadTexts[step.phase])
    case 'waiting':
      return uploadTexts.lost[step.cause === 'server' ? 'server' : 'line'](step.percent)
    case 'sending':
      return source.kind === 'url' ? lineOf(linkTexts.downloading, `${step.percent}%`) : sendingDetails(step)
  }
}

function sendingDetails({ percent, transfer }: Uploading): string {
  const speed = speedOf(transfer)
  const left = secondsLeft(transfer)
  return lineOf(
    `${percent}%`,
    uploadTexts.sent(fileSize(transfer.sentBytes), fileSize(transfer.totalBytes)),
    speed !== undefined && uploadTexts.speed(fileSize(speed)),
    left !== undefined && uploadTexts.left(humanDuration(left)),
  )
}

function sizeOf(source: Source): string | false {
  return source.kind === 'file' && fileSize(source.size)
}

function lineOf(...parts: (string | false)[]): string {
  return parts.filter(Boolean).join(' · ')
}
