type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** Makes an element; `true` writes an empty attribute, `false` and `undefined` none. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  write(made, attributes)
  made.append(...children)
  return made
}

/** A filled shape of 24 by 24. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  write(svg, { viewBox: '0 0 24 24', width: 20, height: 20, fill: 'currentColor', 'aria-hidden': 'true' })
  write(shape, { d: path })
  svg.append(shape)
  return svg
}

function write(made: Element, attributes: Attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : String(value))
  }
}
