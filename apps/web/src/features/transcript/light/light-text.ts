import type { Reading } from '@doslovno/contract/scripts.ts'
import { unheardBefore } from '@doslovno/domain/process/unheard.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { initialsOf } from '@doslovno/domain/speakers/initials.ts'
import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'
import { unpackWords } from '@doslovno/domain/transcript/word-times.ts'
import { filePageTexts, unheardTexts } from '@doslovno/texts/file-page.ts'
import { speakerName } from '@doslovno/texts/speakers.ts'

import { indexWords } from '#features/transcript/reader/word-index.ts'
import { speakerColour, startsTurn, talksOf } from '#features/transcript/speakers/speakers.ts'
import type { Transcript } from '#features/transcript/use-transcript.ts'
import { clock } from '#lib/format/time.ts'

import { element } from './element.ts'

export function transcriptOf({ paragraphs: packed, speakerNames }: Reading): Transcript {
  const paragraphs = packed.map(({ times, ...paragraph }) => ({
    ...paragraph,
    words: unpackWords(paragraph.text, times),
  }))
  return {
    paragraphs,
    words: indexWords(paragraphs),
    talks: talksOf(paragraphs),
    nameOf: (speaker) => speakerName({ speakerNames }, speaker),
  }
}

/** Completes the text that the server wrote; what is there already stays as it is, with its selection. */
export function completeText(root: Element, transcript: Transcript, unheard: readonly Span[]): void {
  const present = [...root.children]
  const { paragraphs } = transcript
  const gaps = unheardBefore(paragraphs, unheard)
  const notes = (at: number) => (gaps.get(at) ?? []).map(unheardNote)
  for (const [index, paragraph] of paragraphs.entries()) {
    const section = sectionOf(transcript, paragraph, index)
    if (index === 0) section.prepend(...notes(0))
    section.append(...notes(index + 1))
    const old = present[index]
    if (!old) root.append(section)
    else if (old.textContent !== section.textContent) old.replaceWith(section)
  }
  for (const surplus of present.slice(paragraphs.length)) surplus.remove()
}

/** As apps/server writes it (features/public-page/markup.ts). */
function sectionOf({ paragraphs, nameOf }: Transcript, { speaker, start, text }: Paragraph, index: number): Element {
  const time = timeLink(start, clock(start))
  const name = nameOf(speaker)
  const heading = startsTurn(paragraphs, index)
    ? element(
        'h2',
        { style: `--speaker:${speakerColour(speaker)}`, 'data-initials': initialsOf(name) },
        `${name} `,
        time,
      )
    : time
  return element('section', { 'data-paragraph': index }, heading, element('p', { 'data-text': true }, text))
}

function timeLink(seconds: number, text: string): Element {
  const label = `${filePageTexts.listenFrom} ${clock(seconds)}`
  return element('a', { href: `?t=${seconds}`, 'data-seek': seconds, 'aria-label': label }, text)
}

function unheardNote({ start, end }: Span): Element {
  const times = timeLink(start, `${clock(start)}–${clock(end)}`)
  return element('p', { role: 'note' }, times, ` ${unheardTexts.states.once}`)
}
