type Tab = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

/** A call that a hidden tab puts off until it is shown; `stop` forgets it. */
export function whileVisible(tab: Tab, work: () => void): { call: () => void; stop: () => void } {
  let isDue = false
  const call = () => {
    isDue = tab.visibilityState === 'hidden'
    if (!isDue) work()
  }
  const onVisibility = () => {
    if (isDue) call()
  }
  tab.addEventListener('visibilitychange', onVisibility)
  return { call, stop: () => tab.removeEventListener('visibilitychange', onVisibility) }
}
