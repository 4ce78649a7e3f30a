/** Whether the caret of a field is in the first or the last line of its text, as wrapped on the screen. */
export function isInLine(field: HTMLTextAreaElement, edge: 'first' | 'last'): boolean {
  const { value, selectionStart } = field
  const copy = copyOf(field)
  const text = copy.firstChild as Text // made from a string
  const here = topOf(text, selectionStart)
  const there = topOf(text, edge === 'first' ? 0 : value.length)
  copy.remove()
  return Math.abs(here - there) < 1
}

/** A field does not tell where its lines are: an invisible copy does. */
function copyOf(field: HTMLTextAreaElement): HTMLElement {
  const copy = document.createElement('div')
  const { font, letterSpacing, padding } = getComputedStyle(field)
  Object.assign(copy.style, {
    position: 'absolute',
    visibility: 'hidden',
    boxSizing: 'border-box',
    width: `${field.offsetWidth}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    font,
    letterSpacing,
    padding,
  })
  // The last position has a character too.
  copy.textContent = `${field.value}\u200b`
  field.after(copy)
  return copy
}

function topOf(text: Text, offset: number): number {
  const range = document.createRange()
  range.setStart(text, offset)
  range.setEnd(text, offset + 1)
  return range.getBoundingClientRect().top
}
