import { processingFailure } from '@doslovno/texts/errors.ts'
import { linkTexts, othersTexts, uploadProblems, uploadTexts } from '@doslovno/texts/upload.ts'

import { fileSize } from '#lib/format/size.ts'
import { humanDuration } from '#lib/format/time.ts'

import { secondsLeft, speedOf } from './movement.ts'
import type { Item } from './queue.ts'
import type { Source } from './source.ts'
import { isKept, type Step, type Uploading } from './step.ts'

/** What stands under the name of a recording: how far it is, in a line. */
export function detailsOf({ source, step }: Pick<Item, 'source' | 'step'>): string {
  if (step.name === 'uploading') return uploadingDetails(source, step)
  const duration = isKept(step) ? step.script.durationSeconds : null
  return lineOf(sizeOf(source), duration !== null && humanDuration(duration), isKept(step) && uploadTexts.uploaded)
}

/** Why a recording goes no further, in a few words. */
export function problemOf(step: Step): string | undefined {
  switch (step.name) {
    case 'error':
      return step.flaw === 'media' ? processingFailure(step.wireText).title : uploadProblems[step.flaw].title
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

/** What a recording behind the leader is doing once it is there. */
export function courseOf({ options, isStarted }: Item): string {
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
      return uploadTexts.lost[step.cause ?? 'line'](step.percent)
    case 'sending':
      return source.kind === 'url' ? lineOf(linkTexts.downloading, `${step.percent}%`) : sendingDetails(step)
  }
}

function sendingDetails({ percent, movement }: Uploading): string {
  const speed = speedOf(movement)
  const left = secondsLeft(movement)
  return lineOf(
    `${percent}%`,
    uploadTexts.sent(fileSize(movement.sentBytes), fileSize(movement.totalBytes)),
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
