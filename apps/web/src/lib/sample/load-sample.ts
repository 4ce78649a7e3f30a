import type { Script } from '@doslovno/contract/scripts.ts'
import type { ActionItem, ChapterView, Summary } from '@doslovno/contract/summaries.ts'
import sampleUrl from '@doslovno/sample/sample.json?url'
import audioUrl from '@doslovno/sample/sample.m4a?url'

/** A finished file of ours, with what the server derives from a text. */
export type Sample = { script: Script; chapters: ChapterView[]; summaries: Summary[]; tasks: ActionItem[] }

/** The sample's URL never expires. */
const FOREVER_SECONDS = 365 * 24 * 3600

/** The sample recording and its transcript: assets of the app, the same for everybody. */
export async function loadSample(signal: AbortSignal): Promise<Sample> {
  const reply = await fetch(sampleUrl, { signal })
  if (!reply.ok) throw new Error(`The sample is not there: ${reply.status}`)
  const sample = (await reply.json()) as Sample // built with the app
  return { ...sample, script: { ...sample.script, fileSrc: audioUrl, srcSeconds: FOREVER_SECONDS } }
}
