import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Script } from '@doslovno/contract/scripts.ts'
import { titleOf } from '@doslovno/domain/export/download-name.ts'
import { toParagraphs } from '@doslovno/domain/transcript/paragraphs.ts'
import { openingQuote } from '@doslovno/domain/transcript/quote.ts'
import { speakerName } from '@doslovno/texts/speakers.ts'

import type { PublicFile } from './read.ts'

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
