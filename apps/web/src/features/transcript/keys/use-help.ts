import { useState } from 'react'

import type { Reading } from '#features/transcript/use-reading.ts'
import { letterKeys } from '#lib/keys/letter-keys.ts'
import { useRemembered } from '#lib/use-remembered.ts'

import { useReadingKeys } from './use-reading-keys.ts'

/** The reader's shortcuts and the dialog that lists them. */
export function useHelp({ player, sync, find, setIsNaming }: Reading) {
  const [isOpen, setIsOpen] = useState(false)
  const [hasLetters, setLetters] = useRemembered(letterKeys)
  useReadingKeys(hasLetters, (action) => {
    switch (action.name) {
      case 'toggle':
        return player?.toggle()
      case 'skip':
        return player?.skip(action.seconds)
      case 'step':
        return sync.step(action.paragraphs)
      case 'follow':
        return sync.follow()
      case 'find':
        return find.open()
      case 'names':
        return setIsNaming(true)
      case 'help':
        return setIsOpen(true)
    }
  })
  return {
    isOpen,
    open: () => setIsOpen(true),
    close: () => setIsOpen(false),
    hasLetters,
    setLetters,
  }
}
