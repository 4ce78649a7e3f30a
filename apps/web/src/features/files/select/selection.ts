type Click = {
  id: string
  /** The one clicked before; a range begins there. */
  anchor: string | undefined
  /** All that are shown, in their order. */
  among: readonly string[]
  isRange: boolean
}

/** Returns the selection after a click; a range follows the state of the clicked one. */
export function afterClick(selected: ReadonlySet<string>, { id, anchor, among, isRange }: Click): ReadonlySet<string> {
  const isSelected = !selected.has(id)
  const next = new Set(selected)
  for (const one of isRange ? rangeOf(among, anchor ?? id, id) : [id]) {
    if (isSelected) next.add(one)
    else next.delete(one)
  }
  return next
}

function rangeOf(among: readonly string[], from: string, to: string): readonly string[] {
  const ends = [among.indexOf(from), among.indexOf(to)]
  if (ends.includes(-1)) return [to]
  return among.slice(Math.min(...ends), Math.max(...ends) + 1)
}
