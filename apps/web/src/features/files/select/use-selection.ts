import { useRef, useState } from 'react'

import { useWindowKeys } from '#lib/keys/use-window-keys.ts'

import { afterClick } from './selection.ts'

export type Selection = {
  ids: ReadonlySet<string>
  /** Cards are being selected: on a phone nothing hovers. */
  isOn: boolean
  start: () => void
  toggle: (id: string, among: readonly string[], isRange?: boolean) => void
  take: (ids: readonly string[]) => void
  clear: () => void
}

const NONE: ReadonlySet<string> = new Set()

/** The selected files. `scope` names the list they are in: another list begins with none. Escape clears. */
export function useSelection(scope: string): Selection {
  const [ids, setIds] = useState(NONE)
  const [isOn, setIsOn] = useState(false)
  const [shownScope, setShownScope] = useState(scope)
  const anchor = useRef<string>(undefined)
  const clear = () => {
    setIds(NONE)
    setIsOn(false)
  }
  if (scope !== shownScope) {
    setShownScope(scope)
    clear()
  }
  useWindowKeys(({ key, target, defaultPrevented }) => {
    if (key !== 'Escape' || defaultPrevented || (ids.size === 0 && !isOn)) return
    if (!(target instanceof Element && target.closest(OWN_ESCAPE))) clear()
  })
  return {
    ids,
    isOn,
    start: () => setIsOn(true),
    toggle: (id, among, isRange = false) => {
      setIds(afterClick(ids, { id, anchor: anchor.current, among, isRange }))
      anchor.current = id
    },
    take: (all) => setIds(new Set(all)),
    clear,
  }
}

/** Parts that Escape closes. */
const OWN_ESCAPE = '[role="dialog"], [role="menu"], [role="search"], form'
