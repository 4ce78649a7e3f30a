import type { Script } from '@doslovno/contract/scripts.ts'
import type { View } from '@doslovno/domain/clean-view/clean-words.ts'
import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'

import { hasCleanView, textView } from '#lib/file-page/text-view.ts'

type Options = {
  root: RefObject<HTMLElement | null>
  toolbar: RefObject<HTMLElement | null>
  /** A paragraph is open: editing shows every word. */
  isWriting: boolean
}

export type TextView = { view: View; canChoose: boolean; choose: (view: View) => void }

/** Every word or only what is worth reading, remembered in this browser. */
export function useTextView(script: Script, { root, toolbar, isWriting }: Options): TextView {
  const [chosen, setChosen] = useState(textView.recall)
  const canChoose = hasCleanView(script)
  const choose = (view: View) => {
    textView.remember(view)
    keepPlace(root.current, toolbar.current, () => flushSync(() => setChosen(view)))
  }
  return { view: canChoose && !isWriting ? chosen : 'verbatim', canChoose, choose }
}

/** The paragraph under the toolbar stays where it is while the text above it changes its height. */
function keepPlace(root: Element | null, toolbar: Element | null, change: () => void) {
  const paragraph = root && toolbar && paragraphBelow(root, toolbar)
  const before = paragraph?.getBoundingClientRect().top
  change()
  const after = paragraph?.isConnected ? paragraph.getBoundingClientRect().top : undefined
  if (before !== undefined && after !== undefined) window.scrollBy({ top: after - before, behavior: 'instant' })
}

const BELOW = 24

function paragraphBelow(root: Element, toolbar: Element): Element | undefined {
  const { left, width } = root.getBoundingClientRect()
  const { bottom } = toolbar.getBoundingClientRect()
  // The text begins further down while the page is at its top.
  const isReached = root.getBoundingClientRect().top < bottom
  return isReached
    ? document
        .elementsFromPoint(left + width / 2, bottom + BELOW)
        .map((element) => element.closest('[data-paragraph]'))
        .find((element) => element !== null)
    : undefined
}
