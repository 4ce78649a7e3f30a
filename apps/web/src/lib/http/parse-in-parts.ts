/** Some milliseconds of work, also on a slow and busy machine. */
const PART_CHARS = 200_000

/**
 * Parses a long reply in parts, and lets the page live between them. Such a reply ends with a list whose items have a
 * line each; strings of JSON hold no line breaks, so lines are safe places to cut. Undefined for any other text.
 */
export async function parseInParts(text: string, partChars = PART_CHARS): Promise<object | undefined> {
  const list = text.indexOf('[\n')
  const end = text.length - '\n]}'.length
  if (text.length < partChars || list === -1 || !text.endsWith('\n]}')) return undefined
  const reply = JSON.parse(`${text.slice(0, list)}[]}`) as object
  const items = Object.values(reply).at(-1) as unknown[] // the list, which was cut out
  for (let from = list + 2; from < end;) {
    const cut = text.indexOf(',\n', from + partChars)
    const to = cut === -1 ? end : cut
    items.push(...(JSON.parse(`[${text.slice(from, to)}]`) as unknown[]))
    from = to + 2
    await nextTask()
  }
  return reply
}

/** A message, because timers of a hidden tab wait for a second. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
