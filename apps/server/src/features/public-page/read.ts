import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Script } from '@doslovno/contract/scripts.ts'
import { isSharedAs } from '@doslovno/domain/access.ts'
import { titleOf } from '@doslovno/domain/export/download-name.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { type Paragraph, toParagraphs } from '@doslovno/domain/transcript/paragraphs.ts'
import { openingQuote, type Quote, quoteOf, type Stretch } from '@doslovno/domain/transcript/quote.ts'
import { speakerName } from '@doslovno/texts/voices.ts'

import { scriptByLink } from '#features/scripts/index.ts'
import { speakerNames } from '#features/transcripts/index.ts'
import type { Db } from '#platform/db.ts'

import { OPENING_SEGMENTS, openingSegments, segmentsAfter } from './repo.ts'

/** The fields of a file that strangers may read. */
export type PublicFile = {
  /** The address of its page. */
  path: string
  title: string
  seconds: number | null
  speakers: number
  /** Those that were given. */
  names: readonly string[]
  nameOf: (speaker: number) => string
  paragraphs: readonly Paragraph[]
  unheard: readonly Span[]
  /** Whether the paragraphs are all there are. */
  isWhole: boolean
  quote: Quote | undefined
  /** The stretch that the link quotes. */
  stretch: Stretch | undefined
}

const MOST_PARAGRAPHS = 60
const MOST_LETTERS = 40_000

/** Undefined if strangers may not read the file, or there is nothing to read yet. */
export async function readPublicFile(
  db: Db,
  id: string,
  stretch: Stretch | undefined,
): Promise<PublicFile | undefined> {
  const script = await scriptByLink(db, id)
  if (!script || !isSharedAs(script, id)) return undefined
  if (script.expiredAt || !isCompleted(script.status)) return undefined
  const [opening, quoted, named] = await Promise.all([
    openingSegments(db, script.id),
    segmentsAfter(db, script.id, stretch?.from ?? 0),
    speakerNames(db, script.id),
  ])
  const all = toParagraphs(opening)
  const paragraphs = shortened(all)
  const isWhole = opening.length < OPENING_SEGMENTS && paragraphs.length === all.length
  return {
    path: `/files/${id}`,
    title: titleOf(script.fileName),
    seconds: script.durationSeconds,
    speakers: script.speakers ?? new Set(opening.map(({ speaker }) => speaker)).size,
    names: named.map(({ name }) => name),
    nameOf: (speaker) => speakerName({ speakerNames: named }, speaker),
    paragraphs,
    unheard: isWhole ? script.unheard : script.unheard.filter(({ start }) => start < (paragraphs.at(-1)?.start ?? 0)),
    isWhole,
    quote: stretch ? quoteOf(quoted, stretch) : openingQuote(quoted),
    stretch,
  }
}

/** As many paragraphs as a first screen needs; a monstrous one is cut. */
function shortened(paragraphs: readonly Paragraph[]): Paragraph[] {
  let letters = 0
  return paragraphs.slice(0, MOST_PARAGRAPHS).flatMap((paragraph) => {
    const text = paragraph.text.slice(0, Math.max(0, MOST_LETTERS - letters))
    letters += text.length
    return text ? [{ ...paragraph, text }] : []
  })
}

/** The sample that the web app shows at /demo; it has no rows in the database. */
export function readSample(): PublicFile {
  const path = fileURLToPath(import.meta.resolve('@doslovno/sample/sample.json'))
  const { script } = JSON.parse(readFileSync(path, 'utf8')) as { script: Script } // checked by scripts/sample.test.ts
  return {
    path: '/demo',
    title: titleOf(script.fileName),
    seconds: script.duration,
    speakers: script.speakers,
    names: script.speakerNames.map(({ name }) => name),
    nameOf: (speaker) => speakerName(script, speaker),
    paragraphs: toParagraphs(script.script),
    unheard: script.unheard ?? [],
    isWhole: true,
    quote: openingQuote(script.script),
    stretch: undefined,
  }
}
