import type { Span } from '@doslovno/domain/span.ts'
import { fragmentTexts } from '@doslovno/texts/file-page.ts'

import { holdWithin } from '#features/transcript/player/hold-within.ts'
import type { Player } from '#features/transcript/player/player.ts'
import { citedRanges } from '#features/transcript/reader/cited-ranges.ts'
import { clearHighlight, highlightRanges } from '#features/transcript/reader/highlights.ts'
import type { WordIndex } from '#features/transcript/reader/word-index.ts'
import { clock } from '#lib/format/time.ts'

import { element } from './element.ts'

type Options = { player: Player; root: Element; words: WordIndex; span: Span; onLeave: () => void }

/** Plays only the stretch of a link and marks its words; the returned chip says so and lets the rest be heard. */
export function holdFragment({ player, root, words, span, onLeave }: Options): HTMLElement {
  const button = element('button', { type: 'button' }, fragmentTexts.goOn)
  const label = fragmentTexts.of(clock(span.start), clock(span.end))
  const chip = element('p', { class: 'lr-fragment' }, element('span', {}, label), button)
  const leave = () => {
    release()
    clearHighlight('cited')
    chip.remove()
    onLeave()
  }
  highlightRanges('cited', root, citedRanges(words, span))
  const release = holdWithin(player, span, leave)
  button.addEventListener('click', () => {
    leave()
    player.play()
  })
  return chip
}
