import type { Part, Role } from './screen.ts'

/** A part in a form that JSON can carry to the page. */
export type Wanted = { css: string; wanted?: Pattern; by?: 'name' | 'text'; in?: Wanted }
type Pattern = { source: string; flags: string }

const SELECTORS: Record<Role, string> = {
  button: 'button, [role=button]',
  checkbox: 'input[type=checkbox], [role=checkbox]',
  dialog: 'dialog, [role=dialog]',
  heading: 'h1, h2, h3, h4, [role=heading]',
  link: 'a[href], [role=link]',
  listitem: 'li, [role=listitem]',
  region: 'section, [role=region]',
  slider: 'input[type=range], [role=slider]',
  tab: '[role=tab]',
  tabpanel: '[role=tabpanel]',
  textbox: 'textarea, input:not([type]), input[type=text], input[type=email], [role=textbox], [contenteditable]',
}

export function wantedOf(part: Part): Wanted {
  const inside = part.in && { in: wantedOf(part.in) }
  if ('role' in part) {
    const name = part.name && ({ by: 'name', wanted: patternOf(part.name) } as const)
    return { css: SELECTORS[part.role], ...name, ...inside }
  }
  if ('label' in part) return { css: 'input, textarea', by: 'name', wanted: patternOf(part.label), ...inside }
  if ('text' in part) return { css: '*', by: 'text', wanted: patternOf(part.text), ...inside }
  return { css: part.css, ...inside }
}

function patternOf(words: string | RegExp): Pattern {
  if (words instanceof RegExp) return { source: words.source, flags: words.flags }
  return { source: `^${words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`, flags: '' }
}

/** Runs in the page: the first part that fits, visible unless `isHiddenToo`. */
export function findPart(part: Wanted, isHiddenToo: boolean): Element | null {
  const clean = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  const contentOf = (element: Element) => {
    const copy = element.cloneNode(true) as Element // of the same type
    for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
    return clean(copy.textContent)
  }
  const nameOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = 'labels' in element ? [...((element.labels ?? []) as Iterable<Element>)] : []
    const labelled = [...ids.map((id) => document.getElementById(id)), ...labels]
    const names = labelled.map((label) => (label ? contentOf(label) : ''))
    return clean(names.join(' ')) || clean(element.getAttribute('aria-label')) || contentOf(element)
  }
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
  }
  const find = ({ css, by, wanted, in: outer }: Wanted): Element | null => {
    const root = outer ? find(outer) : document
    const pattern = wanted && new RegExp(wanted.source, wanted.flags)
    const fits = (element: Element): boolean =>
      !pattern || pattern.test(by === 'name' ? nameOf(element) : clean(element.textContent))
    // Of nested elements with the same text, the innermost has it.
    const isOwn = (element: Element) => by !== 'text' || ![...element.children].some(fits)
    const candidates = [...(root?.querySelectorAll(css) ?? [])]
    return candidates.find((one) => fits(one) && isOwn(one) && (isHiddenToo || isVisible(one))) ?? null
  }
  return find(part)
}
