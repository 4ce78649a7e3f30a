import { joinWords } from '@doslovno/domain/transcript/spread-words.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import { replacedWords } from '@doslovno/domain/vocabulary/correct.ts'
import { bareText } from '@doslovno/domain/vocabulary/marks.ts'
import { markTexts } from '@doslovno/texts/marks.ts'

type Props = { words: readonly Word[]; tabIndex: number }

/** Stops of the keyboard and of screen readers at replaced words, which are part of one text node. */
export function MarkStops({ words, tabIndex }: Props) {
  return words.flatMap(({ heard }, at) =>
    heard
      ? [
          <button
            key={at}
            type="button"
            className="visually-hidden"
            data-mark={at}
            tabIndex={tabIndex}
            aria-haspopup="dialog"
            aria-label={bareText(joinWords(words.slice(at, at + replacedWords(words, at))))}
            {...descriptionOf(heard)}
          />,
        ]
      : [],
  )
}

/** Of ARIA 1.3, which the linter does not know yet. */
const descriptionOf = (heard: string) => ({ 'aria-description': markTexts.description(bareText(heard)) })
